import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { type LogParser, type ParseSession, scoreOf } from '../../parser';
import { textLines } from '../../text-lines';
import { type Columns, parseColumns, parseWindow, WINDOWS_HEADER, type WindowRow } from './columns';
import type { BenchbaseWindows } from './windows-log';

/**
 * Throughput and latencies over time: `results.csv` and `results.<Txn>.csv` in windows of 5 s and milliseconds,
 * `samples.csv` in windows of 1 s and microseconds, `.res` of OLTPBench. The header tells the units.
 * Format: ResultWriter.writeResults and writeSamples of github.com/cmu-db/benchbase.
 */
export const benchbaseWindows: LogParser = {
  kind: 'benchbase-windows',
  about: 'results.csv or samples.csv of BenchBase: `Time (seconds),Throughput (requests/second),...`',
  score: ({ head, name }) => scoreOf(/throughput ?\(req/i.test(head) && HEADER.test(head), NAME.test(name)),
  hasDetails: true,
  open: readWindows,
};

const HEADER = new RegExp(WINDOWS_HEADER.source, 'im');
const NAME = /(?:^|\.)(?:results(?:\.[\w-]+)?\.csv|samples\.csv|res)$/;

/** Rows have about 120 characters, headers 400. */
const MAX_LINE_BYTES = 4096;
const RATE = { id: 'throughput', label: 'requests/s', unit: 'requests/s' };

/** Adds up the windows of one table, which are series. A window without a request has no latency: a gap. */
function readWindows(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  let columns: Columns | null = null;
  let isOver = false;
  let rows = 0;
  const rates = { sum: 0, count: 0 };
  const requests = { sum: 0, count: 0 };
  const averages = { sum: 0, weight: 0 };
  const extremes: { min: number | null; max: number | null } = { min: null, max: null };
  let previous: number | null = null;
  let windowS: number | null = null;
  const lines = { first: 0, last: 0 };

  const begin = (found: Columns) => {
    columns = found;
    details?.series(RATE);
    for (const { id, label } of found.latencies) details?.series({ id, label, unit: 's' });
  };

  const add = (row: WindowRow, { latencies }: Columns, line: number) => {
    const { seconds, throughput } = row;
    if (seconds !== null && previous !== null && seconds > previous) windowS ??= seconds - previous;
    previous = seconds;
    if (row.requests !== null) addTo(requests, row.requests);
    if (throughput !== null) addTo(rates, throughput);
    if (seconds !== null) details?.series(RATE).add(seconds, throughput, line);
    for (const [index, { id, label, metric }] of latencies.entries()) {
      const value = row.latencies[index] ?? null;
      if (seconds !== null) details?.series({ id, label, unit: 's' }).add(seconds, value, line);
      if (value === null || throughput === null) continue;
      if (metric === 'latency_min') extremes.min = Math.min(extremes.min ?? value, value);
      if (metric === 'latency_max') extremes.max = Math.max(extremes.max ?? value, value);
      if (metric !== 'latency_avg') continue;
      averages.sum += value * throughput;
      averages.weight += throughput;
    }
  };

  const countRequests = (hasRequests: boolean): number | null => {
    const { sum, count } = hasRequests ? requests : rates;
    if (count === 0 || count < rows) return null;
    if (hasRequests) return sum;
    // The throughput of a window is a number of requests / seconds, printed with three digits.
    return windowS === null ? null : Math.round(sum * windowS);
  };

  return {
    line: textLines(MAX_LINE_BYTES, (text, spot) => {
      if (text === '' || isOver) return;
      const header = parseColumns(text);
      if (!columns) {
        if (header) begin(header);
        return;
      }
      if (header) {
        isOver = true;
        const message = 'a second header: only the windows above it are read. Send one file for each run';
        reporter.report('LINE_UNPARSED', message, spot);
        return;
      }
      const row = parseWindow(text, columns);
      if (!row || row.isDamaged) reporter.unreadable(spot.line, spot.bytes);
      rows += 1;
      if (lines.first === 0) lines.first = spot.line;
      lines.last = spot.line;
      if (row) add(row, columns, spot.line);
      else previous = null;
    }),
    end(): BenchbaseWindows | null {
      if (!columns) return null;
      if (rows === 0) {
        const message = 'no windows follow the header: BenchBase was stopped, or the file was cut';
        reporter.report('TRUNCATED_LOG', message, { line: 1 });
      }
      return {
        type: 'benchbase-windows',
        rows,
        columns: columns.count,
        windowS,
        throughput: rates.count > 0 ? rates.sum / rates.count : null,
        requests: countRequests(columns.requests >= 0),
        latencies: { ...extremes, avg: averages.weight > 0 ? averages.sum / averages.weight : null },
        firstLine: lines.first,
        lastLine: lines.last,
      };
    },
  };
}

function addTo(total: { sum: number; count: number }, value: number): void {
  total.sum += value;
  total.count += 1;
}
