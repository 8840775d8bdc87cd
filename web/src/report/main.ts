/** An analysis as one file: it contains the game, the texts and the pictures, and sends
 *  no request. */
import "../tokens.css";
import "../base.css";
import "../controls.css";
import { mount } from "svelte";
import glyphs from "../../public/cards/glyphs.svg?raw";
import { useEmbeddedImages } from "../cards/face";
import type { Findings, Replay, Report } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { LANGUAGES, loadWords, setLanguage } from "../words/words.svelte";
import ReportPage from "./ReportPage.svelte";

interface Game {
  readonly replay: Replay;
  readonly findings: readonly Findings[];
  readonly report: Report;
  readonly language?: string | null;
  readonly own?: number | null;
}

const drawings = import.meta.glob<string>("../../public/cards/s/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

function embedImages(): void {
  const images = Object.entries(drawings).map(([file, drawing]) => [
    file.replace("../../public", ""),
    `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  ]);
  useEmbeddedImages(Object.fromEntries(images), "");
  const sheet = document.createElement("div");
  sheet.hidden = true;
  sheet.innerHTML = glyphs;
  document.body.append(sheet);
}

const game = JSON.parse(document.getElementById("game")?.textContent ?? "null") as Game | null;
if (game) {
  embedImages();
  const language = LANGUAGES.find((each) => each === game.language);
  if (language) settings.language = language;
  await setLanguage(settings.language);
  await loadWords("table");
  await loadWords("looking");
  mount(ReportPage, { target: document.getElementById("app")!, props: game });
}
