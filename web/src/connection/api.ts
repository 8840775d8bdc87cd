/** Requests to the server. Each throws `Refused` or `Unreachable`. */
import { PATHS } from "../protocol/endpoints";
import type { operations } from "../protocol/schema";
import type { BidPlan, Command, CreateRoom, PlayOn, Problem, Reaction } from "../protocol/types";

type Operation = Exclude<keyof typeof PATHS, "push">;
type Json<Content> = Content extends { readonly "application/json": infer Body } ? Body : string;
type Answer<Name extends Operation> = Json<operations[Name]["responses"][200]["content"]>;
type Parameters = Readonly<Record<string, string | number>>;

/** The server says no, with a code and facts. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** No answer, or not one of this server; the request may have been carried out. */
export class Unreachable extends Error {}

const PATIENCE = 12_000; // milliseconds

/** Whether the browser holds the key of a known person; undefined until the server tells. */
let isSomebody: boolean | undefined;

export const newPerson = async () => {
  await request("new_person", {}, {});
  isSomebody = true;
};
export const deviceCode = () => asSomebody(() => request("device_code", {}, {}));
export const claimCode = (code: string) => request("claim_code", {}, { code });
export const reach = () => request("reach");
export const openReach = () => request("open_reach", {}, {});
export const myRooms = async () => {
  const list = await request("my_rooms");
  isSomebody = list.is_known;
  return list;
};
export const openRooms = () => request("open_rooms");
export const findCode = (code: string) => request("find_code", { code });
export const createRoom = (body: CreateRoom) => asSomebody(() => request("create", {}, body));
export const fetchUpdate = async (room: string, after = 0) => {
  const update = await request("update", { room, after });
  if (update.room.seat !== null) isSomebody = true;
  return update;
};
export const sendCommand = (room: string, command: Command) =>
  asSomebody(() => request("command", { room }, command));
export const sendBidPlan = (room: string, plan: BidPlan) => request("wish", { room }, plan);
export const sendSkip = (room: string) => request("skip", { room }, {});
export const askHint = (room: string, decision: number) => request("hint", { room }, { decision });
export const sendReaction = (room: string, reaction: Reaction) =>
  request("react", { room }, { reaction });
export const addReplay = (record: string) => asSomebody(() => request("add_replay", {}, record));
export const fetchReplay = (replay: string, eyes: number) => request("replay", { replay, eyes });
export const playOn = (replay: string, body: PlayOn) =>
  asSomebody(() => request("play_on", { replay }, body));
export const beginAnalysis = (replay: string) =>
  asSomebody(() => request("begin_analysis", { replay }, {}));
export const fetchAnalysis = (replay: string, after: number) =>
  request("analysis", { replay, after });

/** Where the record of a replay can be downloaded. */
export const replayRecordPath = (replay: string) => addressOf("replay_record", { replay });

/** Where the record of a game can be downloaded. */
export const recordPath = (room: string) => addressOf("record", { room });

/** A path with its arguments filled in; arguments that it does not name go into the query. */
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

/** GET, or POST of a body: JSON, or plain text as it is. */
async function request<Name extends Operation>(
  operation: Name,
  parameters?: Parameters,
  body?: object | string,
): Promise<Answer<Name>> {
  const options: RequestInit = { signal: AbortSignal.timeout(PATIENCE), cache: "no-store" };
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

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "code" in answer && "facts" in answer;
}

let becoming: Promise<unknown> | undefined;

/** Send a request that needs a known person; get a key first if there is none. */
async function asSomebody<Result>(ask: () => Promise<Result>): Promise<Result> {
  if (isSomebody === undefined) await myRooms().catch(() => undefined);
  if (isSomebody === false) await become();
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== "not_known") throw error;
    await become(); // a key that is no longer known
    return ask();
  }
}

async function become(): Promise<void> {
  becoming ??= newPerson().finally(() => (becoming = undefined));
  await becoming;
}
