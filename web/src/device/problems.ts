/** What only the game on this device refuses; no server has these codes. */
export type DeviceCode =
  | "no_wasm" // this browser can't run the game
  | "not_here" // the game is not on this device yet, or not all of it
  | "damaged" // what arrived, or what was kept, is not what was published; `get` fetches it again
  | "not_loaded" // the files did not arrive: no network, or the host does not have them
  | "no_space" // the browser has no more room for this site
  | "no_storage" // the browser keeps nothing for this site, as in some private windows
  | "damaged_game" // the log of this game can't be read; other games can
  | "other_tab" // another tab writes to this game faster than this one
  | "device_failed"; // the worker has ended; the next request starts it again
