import { expect, test } from "vitest";
import { routeOf } from "../src/router.svelte";

const ROOM = "0123456789abcdef0123456789abcdef";

test.each([
  ["/", { page: "start" }],
  [`/r/${ROOM}`, { page: "room", room: ROOM }],
  [`/r/${ROOM}/`, { page: "room", room: ROOM }],
  [`/replay/${ROOM}`, { page: "replay", replay: ROOM }],
  [`/replay/${ROOM}/analysis`, { page: "analysis", replay: ROOM }],
  [`/replay/${ROOM}/other`, { page: "lost" }],
  [`/replay/${ROOM}/analysis/more`, { page: "lost" }],
  ["/replay/short", { page: "lost" }],
  ["/replay", { page: "lost" }],
  ["/t/OLIVE-27", { page: "code", code: "OLIVE-27" }],
  ["/t/rwsbh", { page: "code", code: "rwsbh" }],
  ["/t/OLIVE--27", { page: "lost" }],
  ["/t", { page: "lost" }],
  ["/rules", { page: "rules" }],
  ["/rules/", { page: "rules" }],
  ["/tutorial", { page: "tutorial" }],
  ["/join", { page: "join" }],
  ["/r", { page: "lost" }],
  ["/r/short", { page: "lost" }],
  [`/r/${ROOM}/more`, { page: "lost" }],
  ["/rules/more", { page: "lost" }],
  ["/nowhere", { page: "lost" }],
  [`/r/device-${ROOM}`, { page: "room", room: `device-${ROOM}` }],
  [`/replay/device-${ROOM}`, { page: "replay", replay: `device-${ROOM}` }],
  ["/r/device-short", { page: "lost" }],
])("%s", (path, expected) => {
  expect(routeOf(path)).toEqual(expected);
});
