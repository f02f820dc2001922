import type { StopReason } from '@basecase/analysis';
import type { RegressionEntry } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { throughputWords } from './record-words';

/** In place of a ratio, which a stop has not. */
export const STOPPED = 'stopped';

const SHORT: Readonly<Record<StopReason, string>> = {
  '0 operations': 'did no operation',
  failed: 'failed',
  'not run': 'has no result',
};

const WHOLE: Readonly<Record<StopReason, (version: string) => string>> = {
  '0 operations': (version) => `The test did no operation in ${version}.`,
  failed: (version) => `The test failed in ${version}.`,
  'not run': (version) => `The test has no result in ${version}, which ran the others.`,
};

type Stopped = Pick<RegressionEntry, 'firstBad' | 'lastGood' | 'lastSeen' | 'fix' | 'test' | 'workload'> & {
  stop: NonNullable<RegressionEntry['stop']>;
};

/** `failed`, `has no result`. */
export function stopReasonText({ reason }: Stopped['stop']): string {
  return SHORT[reason];
}

/** `41 562 queries/s in 15.15`: what the test did before. */
export function beforeText(record: Stopped): string {
  const { unit, text } = throughputWords(record);
  return `${text(record.stop.value)} ${unit} in ${versionLabel(record.lastGood.version)}`;
}

/** What is known of a stop, sentence by sentence. */
export function stopSentences(record: Stopped): string[] {
  const { stop, firstBad, lastSeen, fix } = record;
  return [
    `${WHOLE[stop.reason](versionLabel(firstBad.version))} It reached ${beforeText(record)}.`,
    stop.newName === null
      ? ''
      : `It may be ${stop.newName} now: that test is new, at its place, and has the same number.`,
    fix.seen === null && lastSeen !== firstBad.version
      ? `The newest that shows it is ${versionLabel(lastSeen)}.`
      : '',
    fix.seen === null ? '' : `It works again since ${versionLabel(fix.seen)}.`,
  ].filter(Boolean);
}
