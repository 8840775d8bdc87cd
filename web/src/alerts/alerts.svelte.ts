/** The alerts of this device: the subscription of the browser, and what the server knows of it. */
import { Refused } from "../connection/api";
import { problemText } from "../problemText";
import type { AlertDevice, Alerts, Code, Quiet } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { t, type Key } from "../words/words.svelte";
import { addDevice, fetchAlerts, muteInvitations, removeDevice } from "./requests";
import { missingHere, type Missing } from "./support";

export const NIGHT: Quiet = { start: 22 * 60, until: 8 * 60 };

const PROBLEMS: Partial<Record<Code, Key>> = {
  no_alerts: "alert.missing.server",
  bad_subscription: "alert.problem.badSubscription",
  unknown_service: "alert.problem.unknownService",
  other_person: "alert.problem.otherPerson",
};

/** `server`: this server sends no alerts. */
type Status = "loading" | "off" | "on" | Missing | "server";

export class AlertState {
  status = $state<Status>("loading");
  isMuted = $state(false);
  problem = $state("");
  isBusy = $state(false);
  private device = $state.raw<AlertDevice | null>(null);
  private serverKey = "";

  get quiet(): Quiet | null {
    return this.device?.quiet ?? null;
  }

  /** Ask the server what it knows; tell it again if it has lost this device or its language. */
  async load(): Promise<void> {
    this.status = missingHere() ?? "loading";
    if (this.status !== "loading") return;
    await this.attempt(async () => {
      const known = await fetchAlerts();
      this.isMuted = known.is_muted;
      this.serverKey = known.server_key ?? "";
      if (!this.serverKey) {
        this.status = "server";
        return;
      }
      const subscription = await currentSubscription();
      this.device = subscription && (await deviceOf(subscription, known));
      if (subscription === null || !(settings.alerts || this.device)) {
        this.status = "off";
        return;
      }
      settings.change({ alerts: true });
      if (this.device === null || this.device.language !== settings.language)
        await this.register(subscription, this.device?.quiet ?? NIGHT);
      this.status = "on";
    });
    if (this.status === "loading") this.status = "off";
  }

  /** Ask for permission and subscribe; true if alerts are on after that. */
  async turnOn(): Promise<boolean> {
    await this.attempt(async () => {
      if ((await Notification.requestPermission()) !== "granted") {
        this.status = missingHere() ?? "off";
        return;
      }
      await this.register(await subscribe(this.serverKey), NIGHT);
      settings.change({ alerts: true });
      this.status = "on";
    });
    return this.status === "on";
  }

  async turnOff(): Promise<void> {
    await this.attempt(async () => {
      const subscription = await currentSubscription();
      settings.change({ alerts: false });
      this.status = "off";
      if (subscription === null) return;
      const device = await idOf(subscription.endpoint);
      await subscription.unsubscribe();
      await removeDevice(device).catch(() => undefined); // its messages find nobody any more
    });
  }

  async setQuiet(quiet: Quiet | null): Promise<void> {
    await this.attempt(async () => {
      const subscription = await currentSubscription();
      if (subscription !== null) await this.register(subscription, quiet);
    });
  }

  async setMuted(isMuted: boolean): Promise<void> {
    await this.attempt(async () => {
      await muteInvitations(isMuted);
      this.isMuted = isMuted;
    });
  }

  private async register(subscription: PushSubscription, quiet: Quiet | null): Promise<void> {
    this.device = await addDevice({
      subscription: keysOf(subscription),
      language: settings.language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      quiet,
    });
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    try {
      await action();
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.isBusy = false;
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Refused)) return t("alert.failed");
  const key = PROBLEMS[error.problem.code];
  return key ? t(key) : problemText(error.problem.code);
}

/** Stop the alerts of this browser, whatever the server knows. */
export async function forgetSubscription(): Promise<void> {
  settings.change({ alerts: false });
  await (await currentSubscription())?.unsubscribe();
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribe with the key of this server; an older subscription may have another key. */
async function subscribe(serverKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const older = await pushManager.getSubscription();
    if (older === null) throw error;
    await older.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function deviceOf(subscription: PushSubscription, known: Alerts) {
  const id = await idOf(subscription.endpoint);
  return known.devices.find(({ device }) => device === id) ?? null;
}

/** The id of a device at the server: the first half of the hash of its address. */
async function idOf(address: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  return [...new Uint8Array(hash).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function keysOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { address: endpoint ?? "", key: keys?.p256dh ?? "", secret: keys?.auth ?? "" };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
