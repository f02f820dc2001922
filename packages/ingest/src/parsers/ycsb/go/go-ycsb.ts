import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { GoYcsbDetails } from '../details/go-ycsb-details';
import { GoYcsbSession } from './go-session';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_ROW = 0.8;

/** What go-ycsb prints: its properties, rows of progress, and the rows after `Run finished`. */
export const goYcsb: LogParser = {
  kind: 'go-ycsb',
  about:
    'output of go-ycsb: `Run finished, takes 4m25.3s`, rows `READ   - Takes(s): 265.0, Count: 4998359, OPS: ...`',
  score: scoreGoYcsb,
  fallback: { most: BY_ROW, score: scoreRow },
  open: (reporter) => new GoYcsbSession(reporter),
  openDetails: () => new GoYcsbDetails(),
};

const CONTENT =
  /^[\t >]{0,40}(?:[A-Z][A-Z0-9_-]{0,60}[ \t]*- Takes\(s\): .{0,20}, Count: .{0,20}, OPS: |"(?:dotransactions|threadcount)"="\w{1,20}"$)/m;
const LITERALS = ['Takes(s)', '"threadcount"', '"dotransactions"'];
/** Behind output of the database, or of a script. */
const ROW = / *- Takes\(s\): [\d.]{1,20}, Count: \d{1,20}, OPS: /;
const END = ['Run finished, takes '];

function scoreGoYcsb({ head, name }: Sample): number {
  const isNamed = /ycsb/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}

function scoreRow({ bytes }: Sample): number {
  return bytesContainAny(bytes, END) && ROW.test(bytes.toString('latin1')) ? BY_ROW : 0;
}
