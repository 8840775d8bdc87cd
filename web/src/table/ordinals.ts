/** Small numbers as words. */
import { t, type Key } from "../words/words.svelte";

export function ordinalName(place: number): string {
  return t(`ordinal.${place}` as Key);
}

/** "two of four": which lot of the round. */
export function lotPlace(place: number, count: number): string {
  return t("lot.number", {
    ordinal: t(`lotOrdinal.${place}` as Key),
    count: t(`number.${count}` as Key),
  });
}

/** "first of four": when somebody chooses. */
export function turnPlace(place: number, count: number): string {
  return t("lot.number", { ordinal: ordinalName(place), count: t(`number.${count}` as Key) });
}

export function placeTitle(place: number): string {
  return t(`place.${place}` as Key);
}
