/** A file for a bug report: the record of the game and the version of the page. */
import { recordPath } from "../../connection/api";
import type { Room } from "../../room/room.svelte";

/** Save the file on this device and return its name. */
export async function saveProblemReport(room: Room): Promise<string> {
  const record = await fetch(recordPath(room.id)).then(textOf, () => "");
  const lines = [
    `byzanz: ${String(import.meta.env.VITE_VERSION)}, page ${scriptAddress()}`,
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

/** The address of the page's script, which contains the hash of the build. */
function scriptAddress(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
