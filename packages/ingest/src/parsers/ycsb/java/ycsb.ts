import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { YcsbDetails } from '../details/ycsb-details';
import { STATUS } from './status-line';
import { YcsbSession } from './ycsb-session';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_ROW = 0.8;

/** What the Java client prints since 0.1, and ports of it in C++: rows `[READ], metric, value`, and progress. */
export const ycsb: LogParser = {
  kind: 'ycsb',
  about:
    'output of YCSB: `YCSB Client 0.17.0`, `10 sec: 16699 operations; ...`, rows `[OVERALL], RunTime(ms), 10110`',
  score: scoreYcsb,
  fallback: { most: BY_ROW, score: ({ bytes }) => (bytesContainAny(bytes, ROW) ? BY_ROW : 0) },
  open: (reporter) => new YcsbSession(reporter),
  valueLines: [STATUS],
  openDetails: () => new YcsbDetails(),
};

const CONTENT = new RegExp(
  String.raw`^[\t >]{0,40}(?:${[
    String.raw`\[OVERALL\], ?(?:RunTime|Throughput)\(`,
    String.raw`\[[A-Z][\w-]{0,60}\], (?:Operations|(?:Average|Min|Max)Latency\((?:us|ms)\)),`,
    String.raw`YCSB Client \d`,
    'Command line:.{0,4000} -db (?:com\\.yahoo|site)\\.ycsb\\.',
    String.raw`(?:\d[0-9: .,-]{18,31} )?\d{1,9} sec: \d{1,15} operations; `,
    'DBWrapper: report latency for each error is ',
    String.raw`.{0,4000}(?:com\.yahoo|site)\.ycsb\.Client `,
  ].join('|')})`,
  'm',
);
const LITERALS = ['[OVERALL]', '], Operations', 'Latency(', 'YCSB', 'ycsb', ' operations; ', 'DBWrapper'];
/** Behind a long class path, or the output of a script. */
const ROW = ['\n[OVERALL], '];

function scoreYcsb({ head, name }: Sample): number {
  const isNamed = /ycsb/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
