import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { CockroachDetails } from './cockroach-details';
import { CockroachSession } from './cockroach-session';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_RESULT = 0.8;

/** What `cockroach workload run tpcc` prints, and the load generator before it. */
export const cockroachTpcc: LogParser = {
  kind: 'cockroach-tpcc',
  about:
    'output of `cockroach workload run tpcc`: a header `_elapsed_______tpmC____efc__avg(ms)...`, values below',
  score: scoreCockroach,
  fallback: {
    most: BY_RESULT,
    score: ({ bytes }) => (bytesContainAny(bytes, RESULT_ROWS) ? BY_RESULT : 0),
  },
  open: (reporter) => new CockroachSession(reporter),
  openDetails: () => new CockroachDetails(),
};

/** Intervals of other workloads have the same header: their types are none of TPC-C. */
const RESULT = /^[\t >]{0,40}_elapsed_[A-Za-z0-9_()/%]{0,80}_tpmC/m;
const INTERVAL = /^[\t >]{0,40}_(?:elapsed|time)_[A-Za-z0-9_()/%]{0,80}_ops\/s/m;
const TYPE =
  /^[\t >]{0,40}\d[\d.hms]{0,20} .{10,200} (?:newOrder|orderStatus|stockLevel)$|^ {0,10}\d{1,9}s +tpmC +\d/m;
/** One of them is in whatever a pattern finds. */
const LITERALS = ['_tpmC', '_ops/s'];
/** Behind the output of something else. */
const RESULT_ROWS = ['_elapsed_______tpmC', '_tpmC(cum)_'];

function scoreCockroach({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  const isOwn =
    containsAny(head, LITERALS) && (RESULT.test(head) || (INTERVAL.test(head) && TYPE.test(head)));
  if (!isOwn) return 0;
  return isNamed ? 1 : 0.9;
}
