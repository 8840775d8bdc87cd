/** Drawers and sheets over the table. The first screen needs none, so they load after it. */
export { default as LeaveSheet } from "./LeaveSheet.svelte";
export { default as LogDrawer } from "./LogDrawer.svelte";
export { default as MemoryAid } from "./MemoryAid.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as OpenCards } from "./OpenCards.svelte";
export { default as ReactionDrawer } from "./ReactionDrawer.svelte";
export { default as StopSheet } from "./StopSheet.svelte";
