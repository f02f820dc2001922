import type { LogParser, Sample } from '../../parser';
import type { HammerdbResult } from '../hammerdb-log';
import { isResultLine, parseResultLine } from '../result-line';
import { eachSegment } from '../segments';
import { clean } from './clean';

/**
 * summary.txt of Percona's tpcc-benchmark-framework. It copies the result line, which is right. Its own statistics are
 * not: `Avg NOPM: 1775464966` is the time in seconds since 1970, read from a shifted column. They are never read.
 */
export interface HammerdbRunSummary {
  type: 'hammerdb-run-summary';
  warehouses: number | null;
  virtualUsers: number | null;
  rampupSeconds: number | null;
  durationSeconds: number | null;
  label: string | null;
  result: HammerdbResult | null;
}

export const hammerdbRunSummary: LogParser = {
  kind: 'hammerdb-run-summary',
  score: (sample) => {
    if (!isRunSummary(sample)) return 0;
    return sample.name === 'summary.txt' ? 1 : 0.95;
  },
  hasMessages: true,
  open(reporter) {
    const log: HammerdbRunSummary = {
      type: 'hammerdb-run-summary',
      warehouses: null,
      virtualUsers: null,
      rampupSeconds: null,
      durationSeconds: null,
      label: null,
      result: null,
    };
    const read = (text: string, line: number) => {
      const [found, name, count] = COUNT.exec(text) ?? [];
      if (found !== undefined && isCount(name)) log[COUNTS[name]] = Number(count);
      else if (isResultLine(text)) {
        const result = parseResultLine(text, line);
        const bytes = Buffer.from(text, 'latin1');
        if (result) log.result ??= result;
        else reporter.report('LINE_UNPARSED', 'expected NOPM and TPM after TEST RESULT', { line, bytes });
      } else if (text.startsWith('Label:')) log.label = clean(LABEL.exec(text)?.[1] ?? '') || null;
    };
    return {
      line: (bytes, start, end, line) => eachSegment(bytes, { start, end }, (text) => read(text, line)),
      end: () => log,
    };
  },
};

export function isRunSummary({ head }: Sample): boolean {
  return head.startsWith('=== Benchmark Run Summary ===') && /\nWarehouses: +\d/.test(head);
}

const COUNTS = {
  Warehouses: 'warehouses',
  VUs: 'virtualUsers',
  'Ramp-up': 'rampupSeconds',
  Duration: 'durationSeconds',
} as const;
/** `Warehouses: 1000`, `Ramp-up:    60s` */
const COUNT = /^(Warehouses|VUs|Ramp-up|Duration): +(\d{1,9})s?$/;
const LABEL = /^Label: +(\S.*)$/;

function isCount(name: string | undefined): name is keyof typeof COUNTS {
  return name !== undefined && Object.hasOwn(COUNTS, name);
}
