import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { type LogParser, type ParseSession, scoreOf } from '../../parser';
import { newSecondTotals } from '../../pgbench/transaction-log/second-totals';
import { textLines } from '../../text-lines';
import type { BenchbaseRaw } from './raw-log';
import { parseRawHeader, parseRawRow, RAW_HEADER, type RawColumns } from './raw-rows';
import { TransactionLatencies } from './transaction-latencies';

/**
 * `raw.csv` of BenchBase, `.csv` of OLTPBench: one row a request. Of each transaction a histogram is kept, so memory
 * does not grow with the file.
 */
export const benchbaseRaw: LogParser = {
  kind: 'benchbase-raw',
  about: 'raw.csv of BenchBase: `Transaction Type Index,Transaction Name,Start Time (microseconds),...`',
  score: ({ head, name }) => scoreOf(RAW_HEADER.test(head), /(?:^|\.)raw\.csv$/.test(name)),
  hasDetails: true,
  open: readRaw,
};

const MAX_LINE_BYTES = 4096;

const RATE = { id: 'throughput', label: 'requests/s', unit: 'requests/s' };
const AVERAGE = { id: 'latency_avg', label: 'avg', unit: 's' };
const MICROSECONDS = 1e6;

/** Requests and average latency of each second are series; the first and the last request are facts. */
function readRaw(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const transactions = new TransactionLatencies();
  let columns: RawColumns | null = null;
  let rows = 0;
  const lines = { first: 0, last: 0 };
  let start = Number.NaN;
  let lastText = '';
  // Rows are in the order of their start: a second is over when a later one begins.
  const totals = newSecondTotals(({ second, count, sum, line }) => {
    details?.series(RATE).add(second, count, line);
    details?.series(AVERAGE).add(second, sum / count / MICROSECONDS, line);
  });

  const addDetails = ({ facts, histograms }: DetailsBuilder) => {
    if (rows === 0) return;
    totals.close();
    facts.add({ name: 'last request', value: lastText, line: lines.last });
    for (const { name: group, latencies } of transactions.list()) {
      facts.add({ group, name: 'requests', value: String(latencies.count), line: lines.first });
      histograms.push(latencies.toHistogram({ of: group, ...lines }));
    }
  };

  return {
    line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
      if (text === '') return;
      if (!columns) {
        columns = parseRawHeader(text);
        return;
      }
      const row = parseRawRow(text, columns);
      if (!row || !transactions.add(row.transaction, row.latency)) {
        reporter.unreadable(line, bytes);
        return;
      }
      rows += 1;
      lines.last = line;
      lastText = text;
      if (rows === 1) {
        lines.first = line;
        start = row.start;
        details?.facts.add({ name: 'first request', value: text, line });
      }
      if (details) totals.add(Math.max(Math.floor(row.start - start), totals.second ?? 0), row.latency, line);
    }),
    end(): BenchbaseRaw | null {
      if (details) addDetails(details);
      if (!columns) return null;
      if (rows === 0) {
        const message = 'no requests follow the header: BenchBase was stopped, or the file was cut';
        reporter.report('TRUNCATED_LOG', message, { line: 1 });
      }
      return {
        type: 'benchbase-raw',
        rows,
        transactions: transactions.list(),
        firstLine: lines.first,
        lastLine: lines.last,
      };
    },
  };
}
