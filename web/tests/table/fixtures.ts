/** The fixtures, for tests. */
import { readFileSync } from "node:fs";
import type { Event } from "../../src/protocol/types";
import type { Fixture } from "./FixtureRoom.svelte";

export const PLAYERS = [3, 4, 5, 6];

export function fixturesOf(players: number): Record<string, Fixture> {
  return JSON.parse(readFileSync(`tests/table/fixtures/${players}.json`, "utf8"));
}

export function fixture(players: number, name: string): Fixture {
  const found = fixturesOf(players)[name];
  if (!found) throw new Error(`no fixture ${name} for ${players}`);
  return found;
}

/** Every event of every fixture. */
export function allEvents(): Event[] {
  return PLAYERS.flatMap((players) =>
    Object.values(fixturesOf(players)).flatMap(({ update }) =>
      update.steps.flatMap((step) => step.events),
    ),
  );
}
