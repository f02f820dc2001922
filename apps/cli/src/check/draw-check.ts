import { type Verdict, verdictDirection } from '@basecase/analysis';
import type { CheckedColumn, CheckedTest, CheckResult } from './judge-columns';

export const CHECK_FORMATS = ['text', 'json', 'md', 'tsv'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** A check as text for people (`text`, `md` for a pull request) or for programs (`json`, `tsv`: every test). */
export function drawCheck(result: CheckResult, format: CheckFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'tsv':
      return drawTsv(result);
    case 'md':
      return drawMarkdown(result);
    case 'text':
      return drawText(result);
  }
}

function drawTsv({ columns }: CheckResult): string {
  const lines = columns.flatMap(({ label, tests }) =>
    tests.map(({ test, verdict, ratio, band, p, why }) =>
      [
        label,
        test,
        verdict,
        fixed(ratio, 4),
        fixed(band, 4),
        p === null ? '' : p.toPrecision(3),
        why ?? '',
      ].join('\t'),
    ),
  );
  return `${['column\ttest\tverdict\tratio\tband\tp\twhy', ...lines].join('\n')}\n`;
}

function drawText(result: CheckResult): string {
  const { base, columns } = result;
  const parts = columns.map((column) => {
    const flagged = flaggedTests(column);
    const width = Math.max(0, ...flagged.map(({ test }) => test.length));
    const words = Math.max(0, ...flagged.map(({ verdict }) => verdict.length));
    return [
      `${column.label}: ${countText(column)}`,
      ...warningsOf(column).map((line) => `  ${line}`),
      ...flagged.map(({ test, verdict, ratio, band, why }) =>
        `  ${verdict.padEnd(words)}  ${fixed(ratio, 2)} ${bandText(band)}  ${test.padEnd(width)}  ${why ?? ''}`.trimEnd(),
      ),
      '',
    ].join('\n');
  });
  return `Relative to: ${base}\n\n${parts.join('\n')}\n${noiseText(result)}\n`;
}

/** Worst first for people who read one line only: regressions stand above improvements, the largest at the top. */
function flaggedTests({ tests }: CheckedColumn): CheckedTest[] {
  return tests
    .filter(({ verdict }) => verdictDirection(verdict) !== null)
    .sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

const RANKS: readonly Verdict[] = [
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
];

function rank({ verdict }: CheckedTest): number {
  return RANKS.indexOf(verdict);
}

function size({ ratio }: CheckedTest): number {
  return Math.abs(Math.log(ratio ?? 1));
}

function drawMarkdown(result: CheckResult): string {
  const { base, columns } = result;
  const parts = columns.map((column) => {
    const flagged = flaggedTests(column);
    const rows = flagged.map(
      ({ test, verdict, ratio, band, why }) =>
        `| ${cell(test)} | ${markOf(verdict)} ${verdict} | ${fixed(ratio, 2)} | ${bandText(band)} | ${cell(why ?? '')} |`,
    );
    const table =
      rows.length === 0
        ? []
        : ['', '| test | verdict | ratio | noise | why |', '| --- | --- | ---: | ---: | --- |', ...rows];
    return [
      `### ${cell(column.label)}`,
      '',
      `${countText(column)}, against ${cell(base)}.`,
      ...warningsOf(column).map((line) => `\n> ${cell(line)}`),
      ...table,
      '',
    ].join('\n');
  });
  return `${parts.join('\n')}\n${cell(noiseText(result))}\n`;
}

/** Direction without colour, as on the pages. */
function markOf(verdict: Verdict): string {
  return verdictDirection(verdict) === 'slower' ? '▼' : '▲';
}

/** Text within a table cell: names come from files, and must not end the cell or become markup. */
function cell(text: string): string {
  return text.replace(/\r?\n/g, ' ').replace(/[\\|`*_<>[\]@#]/g, '\\$&');
}

function countText({ counts, tests }: CheckedColumn): string {
  const words = [...RANKS, 'no change', 'unclear', 'missing'] as const;
  const list = words.flatMap((word) =>
    counts[word] > 0 ? [`${counts[word]} ${plural(word, counts[word])}`] : [],
  );
  // `missing` comes last: what is in it that was recorded, and not believed.
  const doubtful = tests.filter(({ why }) => why === 'doubtful' || why === 'base is doubtful').length;
  const note = doubtful > 0 ? ` (${doubtful} doubtful: see VALUES_DISAGREE)` : '';
  return list.length === 0 ? 'no test in common' : `${list.join(', ')}${note}`;
}

function plural(word: Verdict, count: number): string {
  return count > 1 && verdictDirection(word) !== null ? `${word}s` : word;
}

function warningsOf({ shift, differs }: CheckedColumn): string[] {
  const warnings = shift === null ? [] : [shift];
  if (differs.length > 0) warnings.push(`More than the version differs: ${differs.join('; ')}.`);
  return warnings;
}

function noiseText({ columns }: CheckResult): string {
  const pairs = Math.min(...columns.map((column) => column.pairs));
  if (pairs === 0) {
    return 'Not calibrated: no A/A pair outside the judged columns, so noise is assumed to be twice the usual. The rate of false flags is unknown.';
  }
  return `Calibrated by ${pairs} A/A ${pairs === 1 ? 'pair' : 'pairs'}. About 1 sure flag in 10 may be false.`;
}

/** A part on the log scale as people read it. */
function bandText(band: number | null): string {
  return band === null ? '' : `±${(band * 100).toFixed(1)}%`;
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '' : value.toFixed(digits);
}
