import type { Measurements } from '../../../assemble/measurements';
import type { LocatedLog } from '../../family';
import { type BenchbaseWindows, secondsOf } from '../windows/windows-log';

/** Windows that cover less than this of what was measured end early. */
const COVERED_PART = 0.9;

/**
 * True unless the windows end well before the run did: the file was cut, or no request began later. The last window is
 * that of the last request's start.
 */
export function isCovered(windows: BenchbaseWindows, seconds: number | null): boolean {
  const covered = secondsOf(windows);
  if (seconds === null || covered === null || windows.windowS === null) return true;
  return covered + windows.windowS >= seconds * COVERED_PART;
}

/** True where the windows cover all of the time but a part of one. */
function isComplete({ rows, windowS, requests }: BenchbaseWindows, seconds: number): boolean {
  return requests !== null && windowS !== null && rows >= Math.floor(seconds / windowS);
}

/**
 * Adds what windows say of the whole run. With the seconds of the summary the throughput is that of all requests over
 * them, as BenchBase computes it; without them the mean of the windows, of which the last one may be cut short.
 *
 * @param seconds that were measured, null where no summary says
 * @returns the throughput, null where there is none
 */
export function addWindows(
  measurements: Measurements,
  { path: file, log }: LocatedLog<BenchbaseWindows>,
  seconds: number | null,
): number | null {
  if (log.throughput === null) return null;
  const at = { file, line: log.firstLine, lineEnd: log.lastLine };
  const isWhole = seconds !== null && seconds > 0 && isComplete(log, seconds);
  const throughput = isWhole ? (log.requests ?? 0) / seconds : log.throughput;
  measurements.computed('throughput', throughput, {
    ...at,
    unit: 'requests/s',
    formula: isWhole ? 'requests_by_elapsed' : 'mean_of_windows',
  });
  measurements.computed('requests', log.requests, { ...at, formula: 'requests_of_windows' });
  measurements.computed('latency_min', log.latencies.min, { ...at, formula: 'window_latency_min' });
  measurements.computed('latency_avg', log.latencies.avg, { ...at, formula: 'window_latency_mean' });
  measurements.computed('latency_max', log.latencies.max, { ...at, formula: 'window_latency_max' });
  return throughput;
}
