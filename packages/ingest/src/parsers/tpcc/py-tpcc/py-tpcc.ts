import { containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { PyTpccDetails } from './py-tpcc-details';
import { PyTpccSession } from './py-tpcc-session';

/** What py-tpcc prints: counters and latencies as dict literals of Python, and progress. */
export const pyTpcc: LogParser = {
  kind: 'py-tpcc',
  about:
    "output of py-tpcc: `NEW_ORDER [cnt=91562, time=451]`, a dict `{'DELIVERY': {'latency': ..., 'tpmc': 62074.4, ...}`",
  score: scorePyTpcc,
  open: (reporter) => new PyTpccSession(reporter),
  openDetails: () => new PyTpccDetails(),
};

const TYPES = 'NEW_ORDER|PAYMENT|ORDER_STATUS|DELIVERY|STOCK_LEVEL';
const CONTENT = new RegExp(
  String.raw`^\s{0,40}(?:(?:${TYPES}) \[cnt=\d|\{['"](?:${TYPES})['"]: (?:\d|\{['"]latency))`,
  'm',
);
const LITERALS = ['[cnt=', "{'", '{"'];

function scorePyTpcc({ head, name }: Sample): number {
  const isNamed = /py-?tpcc/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
