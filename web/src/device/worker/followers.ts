/** The rooms that pages follow: pushes what is new, and lets bots move at their times. */
import { Failure } from "./failure";
import type { Host } from "./host";

interface Follower {
  readonly room: string;
  after: number;
}

interface Pushed {
  readonly seq: number;
}

export class Followers {
  private readonly followers = new Map<number, Follower>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly host: Host,
    private readonly push: (id: number, push: string) => void,
    private readonly end: (id: number, code: string) => void,
  ) {}

  /** Push everything after an entry, and from then on everything that is new. */
  async follow(id: number, room: string, after: number): Promise<void> {
    this.followers.set(id, { room, after: -1 });
    await this.update(id, after);
    await this.schedule(room);
  }

  unfollow(id: number): void {
    const room = this.followers.get(id)?.room;
    this.followers.delete(id);
    if (room !== undefined && !this.isFollowed(room)) this.cancel(room);
  }

  /** Push the new entries of a room, and let the next bot move in time. */
  async changed(room: string): Promise<void> {
    if (!this.isFollowed(room)) return;
    const ids = [...this.followers].filter(([, follower]) => follower.room === room);
    await Promise.all(ids.map(([id, { after }]) => this.update(id, Math.max(after, 0))));
    await this.schedule(room);
  }

  private isFollowed(room: string): boolean {
    return [...this.followers.values()].some((follower) => follower.room === room);
  }

  private async update(id: number, after: number): Promise<void> {
    const follower = this.followers.get(id);
    if (follower === undefined) return;
    try {
      const update = (await this.host.run((device, now) =>
        device.update(follower.room, after, now),
      )) as Pushed;
      if (!this.followers.has(id) || update.seq <= follower.after) return;
      follower.after = update.seq;
      this.push(id, JSON.stringify(update));
    } catch (error) {
      this.unfollow(id);
      this.end(id, error instanceof Failure ? error.problem.code : "device_failed");
    }
  }

  private cancel(room: string): void {
    clearTimeout(this.timers.get(room));
    this.timers.delete(room);
  }

  private async schedule(room: string): Promise<void> {
    this.cancel(room);
    const at = await this.host.run((device) => device.next_at(room)).catch(() => null);
    if (typeof at !== "number" || !this.isFollowed(room)) return;
    this.cancel(room);
    const wait = Math.max(at - Date.now(), 0);
    this.timers.set(
      room,
      setTimeout(() => void this.play(room), wait),
    );
  }

  /** Make the next automatic move; what it changes is pushed, and schedules the one after it. */
  private async play(room: string): Promise<void> {
    try {
      await this.host.run((device, now) => device.play_next(room, now));
    } catch (error) {
      const code = error instanceof Failure ? error.problem.code : "device_failed";
      for (const [id, follower] of [...this.followers]) {
        if (follower.room !== room) continue;
        this.unfollow(id);
        this.end(id, code);
      }
    }
  }
}
