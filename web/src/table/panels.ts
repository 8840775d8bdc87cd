/** The drawers and sheets over the table, and the score of guesses. They load after the first
 *  screen, which needs none of them. */
export { default as LeaveSheet } from "./absence/LeaveSheet.svelte";
export { default as LogDrawer } from "./log/LogDrawer.svelte";
export { default as MemoryAid } from "./menu/MemoryAid.svelte";
export { keepScore } from "./bidding/guessScore";
export { default as Menu } from "./menu/Menu.svelte";
export { default as OpenCards } from "./end/OpenCards.svelte";
export { default as ReactionDrawer } from "./menu/ReactionDrawer.svelte";
export { default as StopSheet } from "./absence/StopSheet.svelte";
