/** An analysis as it comes in: asked for every second until all is there. */
import { Refused, beginAnalysis, fetchAnalysis } from "../connection/api";
import type { Analysed, Code, Findings, Preview, Report } from "../protocol/types";

const LOOK = 1_000; // milliseconds
const LATER = 4_000; // after no answer

export class AnalysisJob {
  findings = $state.raw<readonly Findings[]>([]);
  /** Rough curves of the moves after the findings, until these are there. */
  previews = $state.raw<readonly Preview[]>([]);
  report = $state.raw<Report | null>(null);
  total = $state(0);
  /** Why there is none. */
  problem = $state<Code | null>(null);
  /** The server did not answer; it is asked again. */
  isUnreachable = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasEnded = false;

  constructor(private readonly replay: string) {
    void this.ask(() => beginAnalysis(replay));
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
  }

  private async ask(request: () => Promise<Analysed>): Promise<void> {
    try {
      const answer = await request();
      if (this.hasEnded) return;
      this.isUnreachable = false;
      this.take(answer);
      if (!this.report) this.later(answer.is_begun, LOOK);
    } catch (error) {
      if (this.hasEnded) return;
      if (error instanceof Refused && !["busy", "too_fast"].includes(error.problem.code)) {
        this.problem = error.problem.code;
        return;
      }
      this.isUnreachable = !(error instanceof Refused);
      this.later(false, LATER);
    }
  }

  /** Ask again if the server no longer works on it. */
  private later(isBegun: boolean, pause: number): void {
    const { replay } = this;
    const count = this.findings.length;
    const request = () => (isBegun ? fetchAnalysis(replay, count) : beginAnalysis(replay));
    this.timer = setTimeout(() => void this.ask(request), pause);
  }

  /** What is known already comes once more after a new beginning. */
  private take({ total, findings, report, previews = [] }: Analysed): void {
    this.total = total;
    const fresh = findings.filter(({ number }) => number >= this.findings.length);
    if (fresh.length && fresh[0]!.number === this.findings.length)
      this.findings = [...this.findings, ...fresh];
    this.previews = previews.filter(({ number }) => number >= this.findings.length);
    if (report && this.findings.length === total) this.report = report;
  }
}
