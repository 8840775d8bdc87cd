/** Short names for the generated types. */
import type { DeviceCode as CodeHere } from "../device/problems";
import type { components, operations } from "./schema";

type Schemas = components["schemas"];
export type Accepted = Schemas["Accepted"];
export type AddDevice = Schemas["AddDevice"];
export type AlertDevice = Schemas["AlertDevice"];
export type Alerts = Schemas["Alerts"];
export type Alternative = Schemas["Alternative"];
export type AnalysisProgress = Schemas["AnalysisProgress"];
export type Balance = Schemas["Balance"];
export type BotId = Schemas["BotId"];
export type AuctionLine = Schemas["AuctionLine"];
export type Card = Schemas["Card"];
export type Chain = Schemas["Chain"];
export type Challenge = Schemas["Challenge"];
export type ChallengePlayer = Schemas["ChallengePlayer"];
export type MakeChallenge = Schemas["MakeChallenge"];
export type PlayDeal = Schemas["PlayDeal"];
export type RoundLine = Schemas["RoundLine"];
/** The codes of a server, and those of the game on this device. */
export type Code = Schemas["Code"] | CodeHere;
type CreateRoom = Schemas["CreateRoom"];
export type AuctionPair = Extract<ComparisonRow, { readonly type: "auction" }>;
export type AuctionSide = Schemas["AuctionSide"];
export type Calendar = Schemas["Calendar"];
export type ComparisonRow = Schemas["SideBySide"]["rows"][number];
export type Daily = Schemas["Daily"];
export type DailyComparison = Schemas["DailyComparison"];
export type Distribution = Schemas["Distribution"];
export type MarketSide = Schemas["MarketSide"];
export type SideBySide = Schemas["SideBySide"];
export type DeviceCode = Schemas["DeviceCode"];
export type Event = Schemas["UpdateStep"]["events"][number];
export type Findings = Schemas["Findings"];
export type Preview = Schemas["Preview"];
export type Friend = Schemas["Friend"];
export type Frame = Schemas["Frame"];
export type Grade = Schemas["Grade"];
export type Hint = Schemas["Hint"];
export type Link = Chain["happened"][number];
export type ListedGame = Schemas["ListedGame"];
export type LotReport = Schemas["LotReport"];
export type LotView = Schemas["LotView"];
export type Memory = Schemas["Memory"];
export type Moment = Schemas["Moment"];
export type Options = Schemas["Options"];
export type OwnRooms = Schemas["OwnRooms"];
export type Phase = Schemas["Phase"];
export type PlayerReport = Schemas["PlayerReport"];
export type PlayAgain = Schemas["PlayAgain"];
export type PlayOn = Schemas["PlayOn"];
export type LevelTrend = Schemas["LevelTrend"];
export type SendGame = Schemas["SendGame"];
export type PlayedGame = Schemas["PlayedGame"];
export type PlayedGames = Schemas["PlayedGames"];
export type PersonRating = Schemas["PersonRating"];
export type Progress = Schemas["Progress"];
export type Presence = Schemas["Presence"];
export type Problem = Omit<Schemas["Problem"], "code"> & { readonly code: Code };
export type Push = Schemas["Push"];
export type Quiet = Schemas["Quiet"];
export type AnswerPuzzle = Schemas["AnswerPuzzle"];
export type Puzzles = Schemas["Puzzles"];
export type PuzzleTask = Schemas["PuzzleTask"];
export type PuzzleVerdict = Schemas["PuzzleVerdict"];
export type Reaction = Schemas["Reaction"];
export type Replay = Schemas["Replay"];
export type ReplayFound = Schemas["ReplayFound"];
export type Report = Schemas["Report"];
export type RoomFound = Schemas["RoomFound"];
export type RoomLine = Schemas["RoomLine"];
export type RoomList = Schemas["RoomList"];
export type RoomState = Schemas["RoomState"];
export type SaleOption = Schemas["SaleOption"];
export type SeatPlan = Schemas["SeatPlan"];
export type SeatState = Schemas["SeatState"];
export type SeatView = Schemas["SeatView"];
export type ServerAddress = Schemas["ServerAddress"];
export type Setup = Schemas["Setup"];
export type Stall = Schemas["Stall"];
export type StallView = Schemas["StallView"];
export type Standing = Schemas["Standing"];
export type UpdateStep = Schemas["UpdateStep"];
export type Change = NonNullable<UpdateStep["changes"]>[number];
export type Update = Schemas["Update"];
export type Verdict = Schemas["Verdict"];
export type View = Schemas["View"];
export type BidPlan = Schemas["BidPlan"];

export type Command = operations["command"]["requestBody"]["content"]["application/json"];

/** A room to create. A server of an earlier version refuses `allows_listing`, so it is left out unless
 *  it is true. */
export type NewRoom = Omit<CreateRoom, "allows_listing"> &
  Partial<Pick<CreateRoom, "allows_listing">>;

type Without<Whole, Field extends string> = Whole extends unknown ? Omit<Whole, Field> : never;
type WithDefaults<Whole> = Whole extends { readonly type: "join" }
  ? Omit<Whole, "seat"> & { readonly seat?: number | null }
  : Whole extends { readonly type: "play" }
    ? Omit<Whole, "decision"> & { readonly decision?: number | null }
    : Whole;

/** A command as pages write it; the room adds the id of the command. */
export type CommandWithoutId = WithDefaults<Without<Command, "command">>;
