/** Requests to the server, or to the game on this device. Each throws `Refused` or `Unreachable`. */
import { isOnDevice } from "../device/deviceId";
import { PATHS } from "../protocol/endpoints";
import type { operations } from "../protocol/schema";
import type {
  AnswerPuzzle,
  BidPlan,
  Command,
  MakeChallenge,
  NewRoom,
  PlayDeal,
  PlayAgain,
  PlayOn,
  Problem,
  Reaction,
  SendGame,
} from "../protocol/types";
import { isSite, worksOffline } from "../site";
import { shownLines, shownReplay, shownUpdate } from "./somebody";

export type Operation = Exclude<keyof typeof PATHS, "push">;
type Json<Content> = Content extends { readonly "application/json": infer Body } ? Body : string;
export type Answer<Name extends Operation> = Json<operations[Name]["responses"][200]["content"]>;
export type Parameters = Readonly<Record<string, string | number>>;

/** A refusal by the server, with a code and facts. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** No answer, or one that is not from this server. The request may have been executed. */
export class Unreachable extends Error {}

const TIMEOUT = 12_000; // milliseconds
const FILE_TIMEOUT = 600_000; // milliseconds; thousands of records take minutes

/** Does the browser hold the key of a known person? Undefined until the server says so. */
let isKnown: boolean | undefined;

export const newPerson = async () => {
  await request("new_person", {}, {});
  isKnown = true;
};
export const deviceCode = () => asKnownPerson(() => request("device_code", {}, {}));
/** Take over the key of another device. If this device has a key with games, the new one replaces
 *  it only if it `mayReplace` it. */
export const claimCode = (code: string, mayReplace: boolean) =>
  request("claim_code", {}, mayReplace ? { code, may_replace: true } : { code });
export const fetchLanAccess = () => request("reach");
export const openLanAccess = () => request("open_reach", {}, {});
export const myRooms = async () => {
  const list = await request("my_rooms");
  isKnown = list.is_known;
  return { ...list, rooms: shownLines(list.rooms) };
};
export const fetchGames = (skip: number, opponents: number) =>
  request("my_games", { skip, opponents });
export const fetchPuzzles = () =>
  orHere(() => asKnownPerson(() => request("my_puzzles")), "my_puzzles");
/** The puzzles of somebody who has a key; a visitor without one is refused. */
export const fetchWaitingPuzzles = () => request("my_puzzles");
export const fetchGamePuzzles = (room: string) => request("game_puzzles", { room });
export const answerPuzzle = (puzzle: string, body: AnswerPuzzle) =>
  orHere(() => request("answer_puzzle", { puzzle }, body), "answer_puzzle", { puzzle }, body);
/** Send a game that was played on this device; the server keeps it once. */
export const sendGame = (game: SendGame) => asKnownPerson(() => request("send_game", {}, game));
export const fetchProgress = () => request("my_progress");
export const keepGame = (room: string, is_kept: boolean) =>
  request("keep_game", { room }, { is_kept });
export const playAgain = (room: string, body: PlayAgain) => request("play_again", { room }, body);
export const cutTie = (tie: string) => request("cut_tie", { tie }, {});
/** Everything that the server has about the person, as a file. Also throws if a part is missing. */
export const fetchData = async (): Promise<Blob> => {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(FILE_TIMEOUT);
    response = await fetch(addressOf("my_data"), { signal, cache: "no-store" });
    if (response.ok) return await response.blob();
  } catch {
    throw new Unreachable();
  }
  throw await problemOf(response);
};
/** Delete everything that the server has about the person; returns whether all of it is deleted. */
export const deleteData = async (): Promise<boolean> => {
  try {
    const { is_complete } = await request("delete_data", {}, { is_confirmed: true });
    return is_complete;
  } catch (error) {
    // The answer to an earlier request was lost.
    if (error instanceof Refused && error.problem.code === "not_known") return true;
    throw error;
  } finally {
    isKnown = undefined;
  }
};
export const openRooms = async () => {
  const { rooms } = await request("open_rooms");
  return { rooms: shownLines(rooms) };
};
export const listedGames = async () => {
  const { games } = await request("listed_games");
  return { games: shownLines(games) };
};
export const findCode = (code: string) => request("find_code", { code });
export const createRoom = (body: NewRoom) => asKnownPerson(() => request("create", {}, body));
export const fetchUpdate = async (room: string, after = 0) => {
  const update = await request("update", { room, after });
  if (update.room.seat !== null) isKnown = true;
  return shownUpdate(update);
};
export const sendCommand = (room: string, command: Command) =>
  asKnownPerson(() => request("command", { room }, command), room);
export const sendBidPlan = (room: string, plan: BidPlan) => request("wish", { room }, plan);
export const sendSkip = (room: string) => request("skip", { room }, {});
export const askHint = (room: string, decision: number) => request("hint", { room }, { decision });
export const sendReaction = (room: string, reaction: Reaction) =>
  request("react", { room }, { reaction });
export const addReplay = (record: string) =>
  orHere(() => asKnownPerson(() => request("add_replay", {}, record)), "add_replay", {}, record);
export const fetchReplay = async (replay: string, eyes: number) =>
  shownReplay(await request("replay", { replay, eyes }));
export const playOn = (replay: string, body: PlayOn) =>
  asKnownPerson(() => request("play_on", { replay }, body), replay);
export const makeChallenge = (replay: string, body: MakeChallenge) =>
  asKnownPerson(() => request("make_challenge", { replay }, body), replay);
export const fetchChallenge = (challenge: string) => request("challenge", { challenge });
export const playChallenge = (challenge: string, body: PlayDeal) =>
  asKnownPerson(() => request("play_challenge", { challenge }, body));
export const beginAnalysis = (replay: string) =>
  asKnownPerson(() => request("begin_analysis", { replay }, {}), replay);
export const fetchAnalysis = (replay: string, after: number) =>
  request("analysis", { replay, after });

/** The address from which the record of a replay is downloaded. */
export const replayRecordPath = (replay: string) => addressOf("replay_record", { replay });

/** The address from which the record of a room's game is downloaded. */
export const recordPath = (room: string) => addressOf("record", { room });

/** The path of an operation with its parameters; those that the path does not name go
 *  into the query. */
export function addressOf(operation: keyof typeof PATHS, parameters: Parameters = {}): string {
  let path: string = PATHS[operation];
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const filled = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (filled === path) query.set(name, String(value));
    path = filled;
  }
  return query.size ? `${path}?${query}` : path;
}

/** Send a request: to the game on this device if that is where the room, the replay or the puzzle
 *  is. To a server: GET, or POST if there is a body. Objects are sent as JSON, strings
 *  as plain text. */
export async function request<Name extends Operation>(
  operation: Name,
  parameters: Parameters = {},
  body?: object | string,
): Promise<Answer<Name>> {
  if (isSite || Object.values(parameters).some((value) => isOnDevice(`${value}`))) {
    const { askDevice } = await import("../device/device");
    return askDevice(operation, parameters, body);
  }
  const options: RequestInit = { signal: AbortSignal.timeout(TIMEOUT), cache: "no-store" };
  if (body !== undefined) {
    options.method = "POST";
    const isText = typeof body === "string";
    options.headers = { "content-type": isText ? "text/plain" : "application/json" };
    options.body = isText ? body : JSON.stringify(body);
  }
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(addressOf(operation, parameters), options);
    answer = await response.json();
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return answer as Answer<Name>;
  if (isProblem(answer) && response.status !== 500) throw new Refused(answer);
  throw new Unreachable();
}

async function problemOf(response: Response): Promise<Refused | Unreachable> {
  const answer: unknown = await response.json().catch(() => null);
  return isProblem(answer) && response.status !== 500 ? new Refused(answer) : new Unreachable();
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "code" in answer && "facts" in answer;
}

/** Ask the server or, if it does not answer and the game is on this device, the game here. */
async function orHere<Name extends Operation>(
  ask: () => Promise<Answer<Name>>,
  operation: Name,
  parameters: Parameters = {},
  body?: object | string,
): Promise<Answer<Name>> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Unreachable) || !worksOffline()) throw error;
    const { askIfHere } = await import("../offline/hereGames").catch(() => Promise.reject(error));
    return askIfHere(error, operation, parameters, body);
  }
}

let registration: Promise<unknown> | undefined;

/** Send a request that needs a known person; get a key first if there is none. What it is about, a room
 *  or a replay, may be on this device, where nobody needs a key. */
export async function asKnownPerson<Result>(
  ask: () => Promise<Result>,
  about = "",
): Promise<Result> {
  if (isOnDevice(about)) return ask();
  if (isSite) return ask();
  if (isKnown === undefined) await myRooms().catch(() => undefined);
  if (isKnown === false) await register();
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== "not_known") throw error;
    await register(); // the server no longer knows the key
    return ask();
  }
}

async function register(): Promise<void> {
  registration ??= newPerson().finally(() => (registration = undefined));
  await registration;
}
