import { megabytes } from '../blobs/describe-garbage';
import { NEWEST_NIGHTS } from './choose-nights';
import type {
  KeptCounts,
  KeptReason,
  RetentionLine,
  RetentionPart,
  RetentionReport,
  RetentionRule,
} from './types';

/** A report as lines of text, for a person. */
export function describeRetention(report: RetentionReport): string {
  return [ruleText(report.rule), ...report.lines.map(lineText), totalText(report)].join('\n');
}

function ruleText({ rawDays, thinDays }: RetentionRule): string {
  const parts = [
    ...(rawDays === null ? [] : [`raw files of nights go after ${counted(rawDays, 'day')}, numbers stay`]),
    ...(thinDays === null ? [] : [`nights are thinned to one a week after ${counted(thinDays, 'day')}`]),
  ];
  return parts.length === 0 ? 'No rule is set.' : `Rule: ${parts.join('; ')}.`;
}

function lineText({ server, line, workload, total, files, nights }: RetentionLine): string {
  return [
    `${server}, ${line}, ${workload}: ${counted(total, 'night')}`,
    ...partText(files, (count) => `raw files of ${counted(count, 'upload')} go`, 'keep theirs'),
    ...partText(nights, (count) => `${counted(count, 'night')} ${count === 1 ? 'goes' : 'go'}`, 'stay'),
  ].join('\n');
}

function partText(part: RetentionPart, goes: (count: number) => string, keep: string): string[] {
  const { count, oldest, newest, kept } = part;
  const range = oldest && newest ? `, measured ${day(oldest)} to ${day(newest)}` : '';
  return [...(count === 0 ? [] : [`  ${goes(count)}${range}`]), ...keptTexts(kept, keep)];
}

/** Why something that is old enough stays. */
const REASONS: Readonly<Record<KeptReason, string>> = {
  newest: `of the newest ${NEWEST_NIGHTS} of the line`,
  week: 'the one of its week',
  record: 'a record was at it, or its change is near',
  event: 'machine or compiler changed there',
  permalink: 'a permalink names it',
  corrected: 'a run of its upload was marked or corrected',
  release: 'its upload holds runs of releases',
  'not stored': 'its upload is not stored: on its way, or its last reading failed',
  'held back': 'without these a record would say something else',
};

function keptTexts(kept: KeptCounts, keep: string): string[] {
  return Object.entries(REASONS).flatMap(([reason, text]) => {
    const count = kept[reason as KeptReason];
    return count === undefined ? [] : [`  ${count} ${keep}: ${text}`];
  });
}

function totalText({ isApplied, uploads, nights, runs, measurements, blobs }: RetentionReport): string {
  const parts = [
    ...(uploads.withoutFiles > 0 ? [`the raw files of ${counted(uploads.withoutFiles, 'upload')}`] : []),
    ...(nights > 0
      ? [`${counted(nights, 'night')} with ${counted(runs, 'run')} and ${counted(measurements, 'number')}`]
      : []),
    ...(uploads.deleted > 0 ? [`${counted(uploads.deleted, 'upload')} that held nothing else`] : []),
  ];
  if (parts.length === 0) return isApplied ? 'Nothing went.' : 'Nothing goes.';
  const freed = `${counted(blobs.count, 'stored file')}, ${megabytes(blobs.bytes)} on disk`;
  const [first = '', ...others] = parts;
  const what = [first, ...others].join(', ');
  return isApplied
    ? `Gone: ${what}; freed: ${freed}.`
    : `Would go: ${what}; would be freed: ${freed}. Nothing was changed.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const day = (iso: string): string => iso.slice(0, 10);
