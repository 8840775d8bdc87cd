/** Deals that people send to each other. */
import { Refused, Unreachable, playChallenge } from "../connection/api";
import { commandId, nonce } from "../connection/random";
import type { BotId, Code, PlayDeal } from "../protocol/types";
import { errorText } from "../problemText";
import { ownName } from "../room/createRoom";
import { currentLanguage, formatList, t, type Key } from "../words/words.svelte";

const ATTEMPTS = 3;

const TEXTS: Partial<Record<Code, Key>> = {
  not_found: "challenge.goneText",
  not_allowed: "challenge.notOwn",
  not_against_bots: "challenge.withPeople",
  unfinished: "challenge.unfinished",
  running: "challenge.tooEarly",
  challenge_full: "challenge.full",
  already_played: "challenge.played",
  other_version: "challenge.outdated",
  no_search: "challenge.noSearch",
};

/** The text for an error of a request about a deal. */
export function dealProblem(error: unknown): string {
  const key = error instanceof Refused ? TEXTS[error.problem.code] : undefined;
  return key ? t(key) : errorText(error);
}

/** Play a deal in a room of one's own; returns the id of the room. A retry makes no second one. */
export async function playDeal(challenge: string): Promise<string> {
  const body: PlayDeal = { command: commandId(), name: ownName(), nonce: nonce() };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await playChallenge(challenge, body)).room;
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** "Three Medium bots", or the levels if they differ. */
export function botsText(bots: readonly (BotId | null)[]): string {
  const levels = bots.flatMap((bot) => bot ?? []);
  const [level] = levels;
  const n = String(levels.length);
  if (level !== undefined && levels.every((other) => other === level))
    return t("game.bots", { n, level: t(`bot.${level}`) });
  return t("game.mixedBots", { n });
}

/** The names of the bots. */
export function botNames(names: readonly string[]): string {
  return formatList(names.filter((name) => name !== ""));
}

/** The link to a deal; its preview is in this language. */
export function dealLink(origin: string, challenge: string): string {
  return `${origin}/c/${challenge}?lang=${currentLanguage()}`;
}
