/** The address at which other devices reach this server, and the command that opens the
 *  server to them. */
import { fetchLanAccess, openLanAccess } from "../connection/api";
import type { ServerAddress } from "../protocol/types";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

export class LanAccess {
  private address = $state.raw<ServerAddress | null>(null);
  /** The server could not be opened, because this machine is not on a network. */
  hasFailed = $state(false);
  /** Is it known whether other devices reach this server, as far as it can be known? */
  isAsked = $state(false);

  constructor() {
    void this.ask();
  }

  /** The origin of links that are shared. */
  get origin(): string {
    return this.address?.url ?? location.origin;
  }

  /** Can only this machine reach the server? */
  get isClosed(): boolean {
    return this.isLocal && this.address !== null && this.address.url === null;
  }

  get mayOpen(): boolean {
    return this.address?.may_open ?? false;
  }

  async open(): Promise<void> {
    try {
      this.address = await openLanAccess();
    } catch {
      this.hasFailed = true;
    }
  }

  private async ask(): Promise<void> {
    if (this.isLocal) this.address = await fetchLanAccess().catch(() => null);
    this.isAsked = true;
  }

  private get isLocal(): boolean {
    return LOCAL_HOSTS.includes(location.hostname);
  }
}
