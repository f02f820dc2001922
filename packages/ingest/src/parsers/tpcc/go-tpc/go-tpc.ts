import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { GoTpcDetails } from './go-tpc-details';
import { GoTpcSession, TPMC } from './go-tpc-session';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_SUMMARY = 0.8;

/** What go-tpc, which is `tiup bench`, prints of TPC-C and CH-benCHmark. */
export const goTpc: LogParser = {
  kind: 'go-tpc',
  about:
    'output of go-tpc: rows `[Summary] NEW_ORDER - Takes(s): 59.4, Count: 359, TPM: 362.5, ...`, `tpmC: 362.5`',
  score: scoreGoTpc,
  fallback: {
    most: BY_SUMMARY,
    score: ({ bytes }) => (bytesContainAny(bytes, SUMMARY) ? BY_SUMMARY : 0),
  },
  open: (reporter) => new GoTpcSession(reporter),
  valueLines: [TPMC],
  openDetails: () => new GoTpcDetails(),
};

const ROW = String.raw`(?:\[(?:Current|Summary)\] )?[A-Z][A-Z0-9_]{1,40} *- (?:Takes\(s\): [^,]{0,20}, Count: [^,]{0,20}, TPM: |Count: [^,]{0,20}, Sum\(ms\): )`;
/** A rate alone also appears in handwritten notes. */
const CONTENT = new RegExp(String.raw`^[\t >]{0,40}(?:${ROW}|tpmC: \d[\d.]{0,20}, tpmTotal: )`, 'm');
const LITERALS = ['TPM: ', 'Sum(ms): ', ', tpmTotal: '];
/** Behind the output of something else. */
const SUMMARY = ['\n[Summary] NEW_ORDER - '];

function scoreGoTpc({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
