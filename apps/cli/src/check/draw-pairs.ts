import {
  type Column,
  certaintyOf,
  DEFAULT_RULE,
  errorRateSentence,
  formatFixed,
  groupBy,
  SHARES_OVERLAP,
  verdictName,
} from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { columnsOf } from '../table';
import type { CheckedColumn, CheckedTest, CheckResult } from './checked-column';
import { type Check, countText, fixed, successSection, withSuccess } from './draw-check';

/** Verdicts on columns as `basecase check` shows them. */
export function toCheck(result: CheckResult): Check<CheckedTest> {
  const namesShares = result.columns.some(({ tests }) =>
    tests.some(({ why }) => why?.includes('(accounts for')),
  );
  const noise = [noiseText(result), namesShares ? SHARES_OVERLAP : ''].filter(Boolean).join(' ');
  return {
    result,
    parts: result.columns.map((column) => ({
      of: column.label,
      title: column.label,
      counts: withSuccess(countsOf(column), column.tests),
      sentence: `, against ${result.base}.`,
      lines: warningsOf(column),
      warnings: warningsOf(column),
      tests: column.tests,
      sections: sectionsOf(column),
    })),
    columns: COLUMNS,
    sizes: SIZES,
    before: `Relative to: ${result.base}\n\n`,
    after: noise,
    afterMarkdown: noise,
  };
}

const COLUMNS = columnsOf<CheckedTest & { of: string }>({
  column: 'of',
  test: 'test',
  verdict: ({ verdict }) => verdictName(verdict),
  certainty: ({ verdict }) => certaintyOf(verdict) ?? '',
  ratio: ({ ratio }) => fixed(ratio, 4),
  band: ({ band }) => fixed(band, 4),
  p: ({ p }) => p?.toPrecision(3) ?? '',
  why: ({ why }) => why ?? '',
  rounds: ({ rounds }) => rounds ?? '',
  success_rate: ({ successRate }) => fixed(successRate?.version ?? null, 4),
  success_verdict: ({ successRate }) => (successRate ? verdictName(successRate.verdict) : ''),
});

const SIZES: readonly Column<CheckedTest>[] = [
  { head: 'ratio', kind: 'number', text: ({ ratio }) => fixed(ratio, 2) },
  { head: 'noise', kind: 'number', text: bandText },
];

/** The band: a part on the log scale as people read it; of rounds that of their interval, and how many they are. */
function bandText({ band, rounds }: CheckedTest): string {
  if (band === null) return '';
  const part = `±${formatFixed(band * 100, 1)}%`;
  return rounds === null ? part : `${part} (${rounds} rounds)`;
}

function countsOf({ counts, tests }: CheckedColumn): string {
  const list = countText(counts);
  // `missing` comes last: what is in it that was recorded, and not believed.
  const suspect = tests.filter(({ why }) => why === 'suspect' || why === 'base is suspect').length;
  const note = suspect > 0 ? ` (${suspect} suspect: see VALUES_DISAGREE)` : '';
  return list === '' ? 'no test in common' : `${list}${note}`;
}

/** Tests without a verdict by name, and how the two lists of tests differ. */
function sectionsOf({ tests, open, testList: { added, vanished, renamed } }: CheckedColumn) {
  const reasons = groupBy(
    tests.filter(({ test, verdict }) => verdict === 'missing' && !added.includes(test)),
    ({ why }) => why ?? '',
  );
  return [
    successSection(tests),
    { heading: 'New tests, in no column before', lines: added.length > 0 ? [added.join(', ')] : [] },
    { heading: 'Tests that vanished', lines: vanished.length > 0 ? [vanished.join(', ')] : [] },
    {
      heading: 'The same numbers at the same place, perhaps renamed',
      lines: renamed.map(({ from, to }) => `${from} is now ${to}?`),
    },
    {
      heading: 'What would settle the open tests',
      lines: open.map((one) => `${one.tests.join(', ')}: ${one.sentence}`),
    },
    {
      heading: 'Not compared',
      lines: [...reasons].map(([why, own]) => `${own.map(({ test }) => test).join(', ')}: ${why}`),
    },
  ].filter(({ lines }) => lines.length > 0);
}

function warningsOf({ shift, otherWork, differs, line }: CheckedColumn): string[] {
  const warnings = [shift, otherWork].filter((text) => text !== null);
  if (differs.length > 0) warnings.push(`More than the version differs: ${differs.join('; ')}.`);
  if (line !== null) warnings.push(line);
  return warnings;
}

const AGAIN =
  'To know it, run the base once more on another day and pass that run with --noise, or record in rounds with basecase record.';

/** A run without a time may be of the same session, and says nothing of another day. */
function adviceOf(columns: readonly CheckedColumn[]): string {
  return columns.some(({ days }) => days === null)
    ? `${AGAIN} Both need a time: where logs have none, set startedAt in basecase.json.`
    : AGAIN;
}

function noiseText({ columns: all, machine }: CheckResult): string {
  const compared = ({ tests }: CheckedColumn) => tests.filter(({ ratio }) => ratio !== null).length;
  // Of a column whose tests all stopped, or are new, nothing depends on noise.
  const columns = all.filter((column) => compared(column) > 0);
  if (columns.length === 0) return 'No test has a number on both sides: none is compared.';
  if (columns.every((column) => column.rounds === compared(column))) {
    return 'Compared round by round: what the machine did to both is taken off.';
  }
  if (columns.some(({ canBeSure }) => !canBeSure)) {
    return `No independent repeat run yet, and others may use this machine: no change is confirmed. ${adviceOf(columns)} A machine that is yours alone: --machine dedicated.`;
  }
  if (columns.some(({ calibrated }) => !calibrated)) {
    return `No independent repeat run yet, so twice the typical noise is assumed. ${adviceOf(columns)}`;
  }
  return `Noise measured by ${evidenceText(columns)} ${errorRateSentence(rateOf(columns, machine))}`;
}

/** The data set that is most like this: where others use the machine, few sessions are wrong more often. */
function rateOf(columns: readonly CheckedColumn[], machine: ServerKind | null) {
  if (machine === 'dedicated') return 'dedicated';
  return columns.every(({ days }) => (days ?? 1) >= DEFAULT_RULE.sessionsLeast) ? 'others' : 'othersFew';
}

/** What tells the noise of all columns: never more than the files show. */
function evidenceText(columns: readonly CheckedColumn[]): string {
  const pairs = Math.min(...columns.map((column) => column.pairs));
  if (pairs > 0) return `${pairs} repeat ${pairs === 1 ? 'pair' : 'pairs'}.`;
  const days = columns.map((column) => column.days);
  if (days.every((count) => count !== null && count > 1)) return 'runs of several days on both sides.';
  const when = days.includes(null) ? 'no file says when they were measured' : 'all of one day on a side';
  return `the repeats of each side (${when}): changes from one session to the next are not in it.`;
}
