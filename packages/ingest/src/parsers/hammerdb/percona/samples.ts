import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { type LogParser, type ParseSession, scoreOf } from '../../parser';
import { textLines } from '../../text-lines';

/** nopm_samples.csv of Percona's tpcc-benchmark-framework: NOPM once a second. */
export interface HammerdbSamples {
  type: 'hammerdb-samples';
  samples: number;
  /** Mean of the samples, null without any. The result line counts, this only shows that both agree. */
  meanNopm: number | null;
  firstLine: number;
  lastLine: number;
}

export const hammerdbSamples: LogParser = {
  kind: 'hammerdb-samples',
  score: ({ name, head }) => scoreOf(head.startsWith(HEADER), name === 'nopm_samples.csv'),
  hasDetails: true,
  open: readSamples,
};

const NOPM = { id: 'throughput', label: 'NOPM', unit: 'NOPM' };
const HEADER = 'timestamp,nopm';
/** As the header says: `1775463156,12900,30100`. */
const STRAIGHT = /^(\d{9,11}),(\d{1,12})(?:,\d{0,12})?$/;
/** As it is found: a first word too many, so the time stands under nopm: `1:NOPM_SAMPLE:,1775463156,12900`. */
const SHIFTED = /^\d*:?NOPM_SAMPLE:,(\d{9,11}),(\d{1,12})$/;

/** Reads the samples, which are drawn as a series. */
function readSamples(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const log: HammerdbSamples = {
    type: 'hammerdb-samples',
    samples: 0,
    meanNopm: null,
    firstLine: 0,
    lastLine: 0,
  };
  let sum = 0;
  let start: number | null = null;
  return {
    line: textLines(100, (text, at) => {
      const [found, second, nopm] = SHIFTED.exec(text) ?? STRAIGHT.exec(text) ?? [];
      if (found === undefined) {
        if (text !== '' && at.line !== 1) reporter.report('LINE_UNPARSED', 'expected a time and NOPM', at);
        return;
      }
      log.samples += 1;
      sum += Number(nopm);
      log.meanNopm = sum / log.samples;
      if (log.firstLine === 0) log.firstLine = at.line;
      log.lastLine = at.line;
      start ??= Number(second);
      details?.series(NOPM).add(Number(second) - start, Number(nopm), at.line);
    }),
    end: () => log,
  };
}
