import type { NumberAt } from '../number-line';
import type { LogParser } from '../parser';
import { textLines } from '../text-lines';
import { parseLoadName } from './names';

/** `pg1222,33781`: the token of a server version and its NOPM, or its ratio to the first version. */
export interface HammerdbSummary {
  type: 'hammerdb-summary';
  /** NOPM by token; empty for a table of ratios. */
  rows: { dbms: string; nopm: NumberAt }[];
  ratios: { dbms: string; ratio: NumberAt }[];
}

const MAX_ROWS = 10_000;

/** `sum.res.pg.load8.vu1.w100.5.120.csv` holds NOPM, `...rel.csv` ratios with three decimals. */
export const hammerdbSummary: LogParser = {
  kind: 'hammerdb-summary',
  about: 'table of NOPM: `pg1222,33781`',
  score({ name, head }) {
    const isNamed = name.startsWith('sum.') && name.endsWith('.csv') && parseLoadName(name) !== null;
    if (!FIRST.test(head)) return isNamed ? BY_CONTENT : 0;
    // The last line may be cut by the sample.
    const lines = head.split('\n').slice(0, head.length < 4096 ? undefined : -1);
    const rows = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
    const isTable = rows.length > 0 && rows.every((row) => ROW.test(row));
    if (isTable) return isNamed ? 1 : BY_CONTENT;
    return isNamed ? BY_CONTENT : 0;
  },
  hasDetails: true,
  maxFacts: MAX_ROWS,
  /** Reads rows of versions, each of which is a fact too. */
  open(reporter, details) {
    const log: HammerdbSummary = { type: 'hammerdb-summary', rows: [], ratios: [] };
    const { rows, ratios } = log;
    return {
      line: textLines(100, (text, at) => {
        if (text === '') return;
        const { line } = at;
        const [, dbms, value = ''] = ROW.exec(text) ?? [];
        if (dbms === undefined) {
          const message = 'expected a version and its NOPM or ratio: pg1222,33781';
          reporter.report('LINE_UNPARSED', message, at);
          return;
        }
        if (rows.length + ratios.length >= MAX_ROWS) return;
        const isRatio = value.includes('.');
        details?.facts.add({ name: dbms, value, unit: isRatio ? null : 'NOPM', line });
        if (isRatio) ratios.push({ dbms, ratio: { value: Number(value), line } });
        else rows.push({ dbms, nopm: { value: Number(value), line } });
      }),
      end() {
        const [ratio] = ratios;
        if (ratio && rows.length === 0) {
          const message = 'ratios to the first version only: kept, no NOPM can be computed from them';
          reporter.report('RATIOS_ONLY', message, { line: ratio.ratio.line });
        }
        return log;
      },
    };
  },
};

const ROW = /^((?:my|ma|pg|fbmy)\d\w{0,60}),(\d{1,12}|\d{1,6}\.\d{1,6})$/;
/** How the first line that is not empty begins, if all lines are rows. */
const FIRST = /^\s*(?:my|ma|pg|fbmy)\d/;
/** Two columns of this form say little without their name: above a side file, below other content. */
const BY_CONTENT = 0.6;
