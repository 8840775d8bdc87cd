/** An estimate of the time that a download still takes. */
interface Moment {
  readonly at: number; // milliseconds
  readonly bytes: number;
}

const LEAST_TIME = 1_500; // milliseconds; before that the rate says little
const STEP = 5; // seconds; a number that changes every second is read by nobody
const LONGEST = 600; // seconds; beyond that the estimate is no help

/** The seconds left, rounded up to steps of five; 0 if they can't be told. */
export function timeLeft(began: Moment, now: Moment, size: number): number {
  const [time, bytes] = [now.at - began.at, now.bytes - began.bytes];
  if (began.at === 0 || time < LEAST_TIME || bytes <= 0) return 0;
  const seconds = ((size - now.bytes) / bytes) * (time / 1000);
  const rounded = Math.ceil(seconds / STEP) * STEP;
  return rounded <= LONGEST ? rounded : 0;
}
