/** Every request to the server. Each throws `Refused` or `Unreachable`. */
import type {
  Accepted,
  Analysed,
  Command,
  CreateRoom,
  DeviceCode,
  Hint,
  OwnRooms,
  PlayOn,
  Problem,
  Reach,
  Reaction,
  Replay,
  ReplayFound,
  RoomFound,
  RoomList,
  Update,
  Wish,
} from "../protocol/types";

/** The server says no, with a code and facts. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** No answer, or none that a server of ours gives; the request may have been done. */
export class Unreachable extends Error {}

const PATIENCE = 12_000; // milliseconds

/** Whether the browser holds somebody's key; undefined: nobody has told yet. */
let isSomebody: boolean | undefined;

export const newPerson = async () => {
  await ask<unknown>("/api/people", {});
  isSomebody = true;
};
export const deviceCode = () => asSomebody(() => ask<DeviceCode>("/api/people/codes", {}));
export const claimCode = (code: string) => ask<unknown>("/api/people/claims", { code });
export const reach = () => ask<Reach>("/api/reach");
export const openReach = () => ask<Reach>("/api/reach", {});
export const myRooms = async () => {
  const list = await ask<OwnRooms>("/api/me/rooms");
  isSomebody = list.is_known;
  return list;
};
export const openRooms = () => ask<RoomList>("/api/rooms");
export const findCode = (code: string) => ask<RoomFound>(`/api/codes/${encodeURIComponent(code)}`);
export const createRoom = (body: CreateRoom) => asSomebody(() => ask<Accepted>("/api/rooms", body));
export const fetchUpdate = async (room: string, after = 0) => {
  const update = await ask<Update>(`/api/rooms/${room}?after=${after}`);
  if (update.room.seat !== null) isSomebody = true;
  return update;
};
export const sendCommand = (room: string, command: Command) =>
  asSomebody(() => ask<Accepted>(`/api/rooms/${room}/commands`, command));
export const sendWish = (room: string, wish: Wish) =>
  ask<unknown>(`/api/rooms/${room}/wishes`, wish);
export const sendSkip = (room: string) => ask<unknown>(`/api/rooms/${room}/skips`, {});
export const askHint = (room: string, decision: number) =>
  ask<Hint>(`/api/rooms/${room}/hints`, { decision });
export const sendReaction = (room: string, reaction: Reaction) =>
  ask<unknown>(`/api/rooms/${room}/reactions`, { reaction });
export const addReplay = (record: string) =>
  asSomebody(() => ask<ReplayFound>("/api/replays", record));
export const fetchReplay = (replay: string, eyes: number) =>
  ask<Replay>(`/api/replays/${replay}?eyes=${eyes}`);
export const playOn = (replay: string, body: PlayOn) =>
  asSomebody(() => ask<Accepted>(`/api/replays/${replay}/rooms`, body));
export const beginAnalysis = (replay: string) =>
  asSomebody(() => ask<Analysed>(`/api/replays/${replay}/analysis`, {}));
export const fetchAnalysis = (replay: string, after: number) =>
  ask<Analysed>(`/api/replays/${replay}/analysis?after=${after}`);

/** Where the record of a replay can be downloaded. */
export function replayRecordPath(replay: string): string {
  return `/api/replays/${replay}/record`;
}

/** Where the record of a game can be downloaded. */
export function recordPath(room: string): string {
  return `/api/rooms/${room}/record`;
}

/** The body is JSON, or plain text as it is. */
async function ask<Answer>(path: string, body?: object | string): Promise<Answer> {
  const request: RequestInit = { signal: AbortSignal.timeout(PATIENCE), cache: "no-store" };
  if (body !== undefined) {
    request.method = "POST";
    const isText = typeof body === "string";
    request.headers = { "content-type": isText ? "text/plain" : "application/json" };
    request.body = isText ? body : JSON.stringify(body);
  }
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(path, request);
    answer = await response.json();
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return answer as Answer;
  if (isProblem(answer) && response.status !== 500) throw new Refused(answer);
  throw new Unreachable();
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "code" in answer && "facts" in answer;
}

let becoming: Promise<unknown> | undefined;

/** Do what only a known person may do; whoever is unknown becomes somebody first. */
async function asSomebody<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  if (isSomebody === undefined) await myRooms().catch(() => undefined);
  if (isSomebody === false) await become();
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== "not_known") throw error;
    await become(); // a key that is no longer known
    return request();
  }
}

async function become(): Promise<void> {
  becoming ??= newPerson().finally(() => (becoming = undefined));
  await becoming;
}
