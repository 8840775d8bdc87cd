/** An analysis in progress, requested every second until it is complete. */
import { Refused, beginAnalysis, fetchAnalysis } from "../connection/api";
import type { AnalysisProgress, Code, Findings, Preview, Report } from "../protocol/types";

const POLL_INTERVAL = 1_000; // milliseconds
const RETRY_INTERVAL = 4_000; // milliseconds after a request that failed

export class AnalysisJob {
  findings = $state.raw<readonly Findings[]>([]);
  /** Rough curves of the moves after the findings, until these are there. */
  previews = $state.raw<readonly Preview[]>([]);
  report = $state.raw<Report | null>(null);
  total = $state(0);
  /** The code of the refusal, if the analysis was refused. */
  problem = $state<Code | null>(null);
  /** The server did not answer the last request; another follows. */
  isUnreachable = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasEnded = false;

  constructor(private readonly replay: string) {
    void this.run(() => beginAnalysis(replay));
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
  }

  private async run(request: () => Promise<AnalysisProgress>): Promise<void> {
    try {
      const answer = await request();
      if (this.hasEnded) return;
      this.isUnreachable = false;
      this.add(answer);
      if (!this.report) this.schedule(answer.is_begun, POLL_INTERVAL);
    } catch (error) {
      if (this.hasEnded) return;
      if (error instanceof Refused && !["busy", "too_fast"].includes(error.problem.code)) {
        this.problem = error.problem.code;
        return;
      }
      this.isUnreachable = !(error instanceof Refused);
      this.schedule(false, RETRY_INTERVAL);
    }
  }

  /** Request the next findings, or begin again if the server no longer works on the analysis. */
  private schedule(isBegun: boolean, pause: number): void {
    const { replay } = this;
    const count = this.findings.length;
    const request = () => (isBegun ? fetchAnalysis(replay, count) : beginAnalysis(replay));
    this.timer = setTimeout(() => void this.run(request), pause);
  }

  /** Add the new findings of an answer; after a new beginning it repeats known ones. */
  private add({ total, findings, report, previews = [] }: AnalysisProgress): void {
    this.total = total;
    const added = findings.filter(({ number }) => number >= this.findings.length);
    if (added.length && added[0]!.number === this.findings.length)
      this.findings = [...this.findings, ...added];
    this.previews = previews.filter(({ number }) => number >= this.findings.length);
    if (report && this.findings.length === total) this.report = report;
  }
}
