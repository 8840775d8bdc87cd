import "./tokens.css";
import "./base.css";
import "./controls.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { watchForUpdates } from "./pwa/updates.svelte";
import { watchForWipe } from "./pwa/wipe";
import { startRouting } from "./router.svelte";
import { settings } from "./settings/settings.svelte";
import { setLanguage } from "./words/words.svelte";

startRouting();
await setLanguage(settings.language);
mount(App, { target: document.getElementById("app")! });
void watchForUpdates();
watchForWipe();
if (settings.alerts) void import("./alerts/renewal").then(({ renew }) => renew());
