/** Generated from docs/openapi.json by `npm run protocol`. */
export const PROTOCOL = 1;

export const PATHS = {
  new_person: "/api/people",
  device_code: "/api/people/codes",
  claim_code: "/api/people/claims",
  reach: "/api/reach",
  open_reach: "/api/reach",
  my_rooms: "/api/me/rooms",
  my_games: "/api/me/games",
  my_progress: "/api/me/progress",
  keep_game: "/api/me/games/{room}/keep",
  play_again: "/api/me/games/{room}/rooms",
  cut_tie: "/api/me/ties/{tie}/cut",
  open_rooms: "/api/rooms",
  create: "/api/rooms",
  listed_games: "/api/games",
  find_code: "/api/codes/{code}",
  update: "/api/rooms/{room}",
  command: "/api/rooms/{room}/commands",
  wish: "/api/rooms/{room}/wishes",
  skip: "/api/rooms/{room}/skips",
  hint: "/api/rooms/{room}/hints",
  react: "/api/rooms/{room}/reactions",
  record: "/api/rooms/{room}/record",
  add_replay: "/api/replays",
  replay: "/api/replays/{replay}",
  replay_record: "/api/replays/{replay}/record",
  play_on: "/api/replays/{replay}/rooms",
  begin_analysis: "/api/replays/{replay}/analysis",
  analysis: "/api/replays/{replay}/analysis",
  push: "/api/rooms/{room}/push",
} as const;

/** The reasons for which the server closes the push socket, by close code. */
export const CLOSE_REASONS = {
  1003: "no_binary",
  1008: "no_messages",
  1009: "too_large",
  1012: "restarting",
  1013: "try_later",
  4401: "not_known",
  4403: "not_allowed",
  4404: "not_found",
  4410: "room_closed",
  4426: "other_protocol",
  4429: "too_fast",
} as const;
