import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnalysisJob } from "../../src/analysis/analysisJob.svelte";
import type { AnalysisProgress, Findings, Preview } from "../../src/protocol/types";
import * as api from "../../src/connection/api";

vi.mock("../../src/connection/api", async (original) => ({
  ...(await original<typeof api>()),
  beginAnalysis: vi.fn(),
  fetchAnalysis: vi.fn(),
}));

const steps = [
  { cause: "move" as const, seat: 0, outlook: { shares: [1], profits: [1], error: 9 } },
];
const preview = (number: number): Preview => ({ number, steps });
const finding = (number: number): Findings => ({
  ...{ edition: 2, number, steps },
  ...{ verdict: null, lot: null, chain: null },
});

function answer(findings: number[], previews: number[]): AnalysisProgress {
  return {
    ...{ total: 4, count: findings.length, is_begun: true, report: null },
    ...{ findings: findings.map(finding), previews: previews.map(preview) },
  };
}

function numbers(job: AnalysisJob): [number[], number[]] {
  return [job.findings.map(({ number }) => number), job.previews.map(({ number }) => number)];
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("findings replace previews", async () => {
  vi.mocked(api.beginAnalysis).mockResolvedValue(answer([], [0, 1]));
  const job = new AnalysisJob("replay");
  await vi.advanceTimersByTimeAsync(0);
  expect(numbers(job)).toEqual([[], [0, 1]]);
  vi.mocked(api.fetchAnalysis).mockResolvedValue(answer([0], [1, 2, 3]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(numbers(job)).toEqual([[0], [1, 2, 3]]);
  expect(api.fetchAnalysis).toHaveBeenLastCalledWith("replay", 0);
  vi.mocked(api.fetchAnalysis).mockResolvedValue(answer([1, 2], []));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(numbers(job)).toEqual([[0, 1, 2], []]);
  expect(api.fetchAnalysis).toHaveBeenLastCalledWith("replay", 1);
  vi.mocked(api.fetchAnalysis).mockResolvedValue(answer([], [0, 1, 2, 3])); // begun again
  await vi.advanceTimersByTimeAsync(1_000);
  expect(numbers(job)).toEqual([[0, 1, 2], [3]]);
  job.end();
});

test("answers of an earlier server have no previews", async () => {
  const { previews: _, ...earlier } = answer([0], []);
  vi.mocked(api.beginAnalysis).mockResolvedValue(earlier as AnalysisProgress);
  const job = new AnalysisJob("replay");
  await vi.advanceTimersByTimeAsync(0);
  expect(numbers(job)).toEqual([[0], []]);
  expect(job.isUnreachable).toBe(false);
  job.end();
});
