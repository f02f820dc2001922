import { isCompared, type StopDetail, stopDetailText } from '@basecase/analysis';
import type { EvidenceItem, RegressionPage, SameNightTest } from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';
import { byKind } from './build-evidence';

/** What speaks for a stop and against it: other tests, and other servers. */
interface StopInput extends Pick<RegressionPage, 'neighbours' | 'elsewhere'> {
  record: RegressionEntry & { stop: NonNullable<RegressionEntry['stop']> };
  /** Of a record of nights: tests that stopped in its night. */
  sameNight: readonly SameNightTest[];
  /** What its log tells; null: nothing. */
  detail?: StopDetail | null;
}

/** Reasons to believe that a test stopped working, each with its numbers. Noise does not count: a stop has no value. */
export function stopEvidence(input: StopInput): EvidenceItem[] {
  const { record, detail = null } = input;
  const { reason, newName } = record.stop;
  return byKind([
    reason === 'not run'
      ? {
          kind: 'open',
          title: 'It may have been left out',
          text: 'No log reports a failure. If the run left it out by choice, set the state to noise.',
        }
      : {
          kind: 'for',
          title: 'Noise is ruled out',
          text: `The test ${detail ? stopDetailText(detail) : reason === 'failed' ? 'failed' : 'did no operation'}.`,
        },
    newName === null
      ? null
      : {
          kind: 'open',
          title: 'It may have another name',
          text: `${newName} is new, at its place, and has the same number.`,
        },
    othersItem(input),
    elsewhereItem(input),
  ]);
}

function othersItem({ record, neighbours, sameNight }: StopInput): EvidenceItem | null {
  const { column } = record.firstBad;
  const ofGroup = neighbours.filter(({ isSelf }) => !isSelf);
  const stopped = ofGroup.filter(({ cells }) =>
    cells.some((cell) => cell.column === column && cell.verdict === 'stopped working'),
  );
  const names = new Set([...stopped, ...sameNight.filter(({ isSelf }) => !isSelf)].map(({ key }) => key));
  if (names.size === 0) {
    return ofGroup.length === 0
      ? null
      : {
          kind: 'open',
          title: 'Alone in its group',
          text:
            ofGroup.length === 1
              ? 'The other test of its group did not stop.'
              : `None of ${ofGroup.length} other tests of its group stopped.`,
        };
  }
  const list = [...names].slice(0, MOST_NAMES).join(', ');
  const more = names.size > MOST_NAMES ? ` and ${names.size - MOST_NAMES} more` : '';
  return { kind: 'for', title: 'Other tests stopped with it', text: `${list}${more}.` };
}

const MOST_NAMES = 5;

function elsewhereItem({ elsewhere }: StopInput): EvidenceItem | null {
  const stopped = elsewhere.filter(({ verdict }) => verdict === 'stopped working');
  const working = elsewhere.filter(({ verdict }) => isCompared(verdict));
  const all = stopped.length + working.length;
  if (all === 0) return null;
  const list = [...stopped, ...working]
    .map(
      ({ server, workload, verdict }) =>
        `${server.name} (${workload.label}) ${verdict === 'stopped working' ? 'stopped' : 'works'}`,
    )
    .join(', ');
  return {
    kind: stopped.length > 0 ? 'for' : 'open',
    title: stopped.length > 0 ? `Stopped in ${stopped.length} of ${all} other workloads` : 'Works elsewhere',
    text: `The same versions: ${list}.`,
  };
}
