import "./tokens.css";
import "./base.css";
import "./controls.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { watchForUpdates } from "./pwa/updates.svelte";
import { listen } from "./router.svelte";
import { settings } from "./settings/settings.svelte";
import { speak } from "./words/words.svelte";

listen();
await speak(settings.language);
mount(App, { target: document.getElementById("app")! });
void watchForUpdates();
