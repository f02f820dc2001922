import { containsAny } from '../../text/contains-any';
import { type LogParser, type Sample, scoreOf } from '../parser';

/** Medians and ratios that benchstat made of logs: kept, because what they are made of is what can be compared. */
export const benchstat: LogParser = {
  kind: 'benchstat',
  about: 'a table of benchstat, as text or CSV',
  score: (sample) => scoreOf(isBenchstat(sample), /benchstat/i.test(sample.name)),
  open: null,
};

/** The head is one character per byte. */
const BAR = Buffer.from('│').toString('latin1');
/** Names of columns and their units, without a frame: `          │ old.txt │`, then `          │ sec/op  │`. */
const TEXT = new RegExp(
  `^ +${BAR}.*${BAR} *\\n(?: +${BAR}.*${BAR} *\\n)* +${BAR} +\\S+(?: .*)?${BAR} *$`,
  'm',
);
/** `,old.txt,,new.txt,,,`, then `,sec/op,CI,sec/op,CI,vs base,P` */
const CSV = /^,[^,\n]{1,100},CI(?:,|$)/m;
/** Before 2023: `name  old time/op  new time/op  delta`, and of one file `name  time/op`. */
const OLD = /^name +(?:old \S+ +new \S+ +delta|(?:time|alloc|allocs)\/op|speed) *$/m;
const LITERALS = [BAR, ',CI', 'name '];

/** True for tables, which repeat the first lines of the logs they are made of. */
export function isBenchstat({ head }: Sample): boolean {
  return containsAny(head, LITERALS) && (TEXT.test(head) || CSV.test(head) || OLD.test(head));
}
