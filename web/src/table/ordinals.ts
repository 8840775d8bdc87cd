/** Ordinal numbers as words. */
import { t, type Key } from "../words/words.svelte";

export function ordinalName(number: number): string {
  return t(`ordinal.${number}` as Key);
}

/** "two of four": the number of a lot in its round. */
export function lotOrdinal(number: number, count: number): string {
  return t("lot.number", {
    ordinal: t(`lotOrdinal.${number}` as Key),
    count: t(`number.${count}` as Key),
  });
}

/** "first of four": the turn of a seat in the market. */
export function turnOrdinal(turn: number, count: number): string {
  return t("lot.number", { ordinal: ordinalName(turn), count: t(`number.${count}` as Key) });
}

export function placeTitle(place: number): string {
  return t(`place.${place}` as Key);
}
