import { verdictDirection } from '@basecase/analysis';
import {
  type CheckFormat,
  countText as countWords,
  fixed,
  markdownText,
  markOf,
  worstFirst,
} from './check-format';
import type { CheckedColumn, CheckedTest, CheckResult } from './judge-columns';

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
    tests.map(({ test, verdict, ratio, band, p, rounds, why }) =>
      [
        label,
        test,
        verdict,
        fixed(ratio, 4),
        fixed(band, 4),
        p === null ? '' : p.toPrecision(3),
        why ?? '',
        rounds ?? '',
      ].join('\t'),
    ),
  );
  return `${['column\ttest\tverdict\tratio\tband\tp\twhy\trounds', ...lines].join('\n')}\n`;
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
      ...flagged.map(({ test, verdict, ratio, band, rounds, why }) =>
        `  ${verdict.padEnd(words)}  ${fixed(ratio, 2)} ${bandText(band, rounds)}  ${test.padEnd(width)}  ${why ?? ''}`.trimEnd(),
      ),
      '',
    ].join('\n');
  });
  return `Relative to: ${base}\n\n${parts.join('\n')}\n${noiseText(result)}\n`;
}

function flaggedTests({ tests }: CheckedColumn): CheckedTest[] {
  return tests.filter(({ verdict }) => verdictDirection(verdict) !== null).sort(worstFirst);
}

function drawMarkdown(result: CheckResult): string {
  const { base, columns } = result;
  const parts = columns.map((column) => {
    const flagged = flaggedTests(column);
    const rows = flagged.map(
      ({ test, verdict, ratio, band, rounds, why }) =>
        `| ${markdownText(test)} | ${markOf(verdict)} ${verdict} | ${fixed(ratio, 2)} | ${bandText(band, rounds)} | ${markdownText(why ?? '')} |`,
    );
    const table =
      rows.length === 0
        ? []
        : ['', '| test | verdict | ratio | noise | why |', '| --- | --- | ---: | ---: | --- |', ...rows];
    return [
      `### ${markdownText(column.label)}`,
      '',
      `${countText(column)}, against ${markdownText(base)}.`,
      ...warningsOf(column).map((line) => `\n> ${markdownText(line)}`),
      ...table,
      '',
    ].join('\n');
  });
  return `${parts.join('\n')}\n${markdownText(noiseText(result))}\n`;
}

function countText({ counts, tests }: CheckedColumn): string {
  const list = countWords(counts);
  // `missing` comes last: what is in it that was recorded, and not believed.
  const doubtful = tests.filter(({ why }) => why === 'doubtful' || why === 'base is doubtful').length;
  const note = doubtful > 0 ? ` (${doubtful} doubtful: see VALUES_DISAGREE)` : '';
  return list === '' ? 'no test in common' : `${list}${note}`;
}

function warningsOf({ shift, otherWork, differs }: CheckedColumn): string[] {
  const warnings = [shift, otherWork].filter((text) => text !== null);
  if (differs.length > 0) warnings.push(`More than the version differs: ${differs.join('; ')}.`);
  return warnings;
}

const CALIBRATE =
  'To know it, run the base once more on another day and pass both with --noise, or record in rounds with basecase record.';

// docs/method.md §7
const ON_DEDICATED =
  'On the dedicated servers that the rule was measured on, a table of 32 tests has 0.08 false sure flags.';
const ON_OTHERS = 'On the boards and cloud hosts that it was tried on, a table has 0 to 1 false sure flags.';

function noiseText({ columns, machine }: CheckResult): string {
  if (columns.every(({ tests, rounds }) => rounds === tests.filter(({ ratio }) => ratio !== null).length)) {
    return 'Compared round by round: what the machine did to both is taken off.';
  }
  if (columns.some(({ canBeSure }) => !canBeSure)) {
    return `Not calibrated: nothing tells the noise of this machine, and others may use it, so no change is sure. ${CALIBRATE} A machine that is yours alone: --machine dedicated.`;
  }
  if (columns.some(({ calibrated }) => !calibrated)) {
    return `Not calibrated: no A/A pair outside the judged columns, so twice the usual noise is assumed. How many flags are false is not known. ${CALIBRATE}`;
  }
  const pairs = Math.min(...columns.map((column) => column.pairs));
  const by =
    pairs > 0 ? `${pairs} A/A ${pairs === 1 ? 'pair' : 'pairs'}` : 'runs of several days on both sides';
  return `Calibrated by ${by}. ${machine === 'dedicated' ? ON_DEDICATED : ON_OTHERS}`;
}

/** A part on the log scale as people read it; of rounds that of their interval, and how many they are. */
function bandText(band: number | null, rounds: number | null): string {
  if (band === null) return '';
  const part = `±${(band * 100).toFixed(1)}%`;
  return rounds === null ? part : `${part} (${rounds} rounds)`;
}
