import { isPgbenchLogName } from '../../../layout/file-name';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { PgbenchDetails } from '../details/pgbench-details';
import { PROGRESS_LINES } from '../progress/progress-line';
import { PgbenchSession } from './pgbench-session';
import { SUMMARY_LINES } from './summary-lines';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_SUMMARY = 0.8;

/** What pgbench prints, 8.0 to 18: summaries, progress, and what it says of its clients; pasted blocks too. */
export const pgbench: LogParser = {
  kind: 'pgbench',
  about: 'output of pgbench: `transaction type:` and what follows, or `progress: 5.0 s, 3029.2 tps, ...`',
  score: scorePgbench,
  fallback: {
    most: BY_SUMMARY,
    score: ({ bytes }) => (SUMMARY.every((line) => bytesContainAny(bytes, line)) ? BY_SUMMARY : 0),
  },
  open: (reporter) => new PgbenchSession(reporter),
  valueLines: [...SUMMARY_LINES, ...PROGRESS_LINES],
  openDetails: () => new PgbenchDetails(),
};

/** At the beginning of a line, behind what a pasted block is quoted with. */
const CONTENT = new RegExp(
  String.raw`^[\t >]{0,40}(?:${[
    String.raw`pgbench \((?:PostgreSQL\) )?\d`,
    'pgbench: (?:error|fatal|client \\d|pghost)',
    'transaction type:',
    String.raw`progress: \d+\.\d+ s, \S+ tps, lat `,
    'number of (?:transactions actually processed|processed transactions): ',
    String.raw`tps = \d+\.\d+ ?\((?:in|ex)cluding `,
    String.raw`tps = \d+\.\d+ \(without initial `,
    String.raw`SQL script \d+: `,
  ].join('|')})`,
  'm',
);
const LITERALS = [
  'pgbench',
  'transaction type:',
  ' tps, lat ',
  'actually processed',
  'processed tr',
  'tps = ',
  'SQL script ',
];

/** A summary behind a load of the tables or a long text. */
const SUMMARY = [['\ntransaction type:'], ['\nnumber of transactions actually processed: ']];

function scorePgbench({ head, name }: Sample): number {
  const isNamed = isPgbenchLogName(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return isNamed ? 0.3 : 0;
}
