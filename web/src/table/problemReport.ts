/** A file for a bug report: the record of the game and the version of the page. */
import { recordPath } from "../connection/api";
import type { Room } from "../room/room.svelte";

/** Save it; its name. */
export async function saveProblemReport(room: Room): Promise<string> {
  const record = await fetch(recordPath(room.id)).then(textOf, () => "");
  const lines = [
    `byzanz: ${String(import.meta.env.VITE_VERSION)}, page ${pageName()}`,
    `browser: ${navigator.userAgent}`,
    `window: ${innerWidth} x ${innerHeight}, language ${document.documentElement.lang}`,
    `room: ${room.id}, entry ${room.update.seq}, connection ${room.connection}`,
    "",
    record,
  ];
  const name = `byzanz-${room.id.slice(0, 8)}-${room.update.seq}.txt`;
  download(name, lines.join("\n"));
  return name;
}

function textOf(answer: Response): Promise<string> | string {
  return answer.ok ? answer.text() : "";
}

/** The name of a built script holds its hash. */
function pageName(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
