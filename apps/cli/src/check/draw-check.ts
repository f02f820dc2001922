import {
  type Column,
  certaintyMark,
  certaintyOf,
  formatFixed,
  markdownPlain,
  markdownText,
  readCell,
  type SuccessRate,
  successText,
  type Verdict,
  verdictDirection,
  verdictName,
} from '@basecase/analysis';
import { markdownTable, textTable, tsvTable } from '../table';

export const CHECK_FORMATS = ['text', 'json', 'md', 'tsv'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface JudgedTest {
  test: string;
  verdict: Verdict;
  ratio: number | null;
  /** In words: what the verdict rests on, or why there is none. */
  why: string | null;
  /** Page of the test on the server that it was judged against; left out: none was. */
  href?: string;
  successRate: SuccessRate | null;
}

/** What is judged at once: a column, or a series. */
interface CheckedPart<Test> {
  /** Names it for programs. */
  of: string;
  title: string;
  counts: string;
  /** Follows the counts in Markdown. */
  sentence: string;
  /** Below the counts in text. */
  lines: string[];
  /** Quoted in Markdown. */
  warnings?: string[];
  tests: readonly Test[];
  /** What else there is to know. */
  sections?: { heading: string; lines: (string | LinkedLine)[] }[];
}

/** A line that opens a page. */
interface LinkedLine {
  text: string;
  href: string;
}

/** Verdicts with how they are shown. */
export interface Check<Test extends JudgedTest> {
  /** What JSON says. */
  result: object;
  parts: readonly CheckedPart<Test>[];
  /** Every test, for programs. */
  columns: readonly Column<Test & { of: string }>[];
  /** How much a test changed. */
  sizes: readonly Column<Test>[];
  /** Lines before and after the parts of a text. */
  before?: string;
  after: string;
  /** Line after the parts in Markdown. */
  afterMarkdown: string;
}

/** A check as text for people (`text`, `md` for a pull request) or for programs (`json`, `tsv`: every test). */
export function drawCheck<Test extends JudgedTest>(check: Check<Test>, format: CheckFormat): string {
  const { result, parts, columns, before = '', after, afterMarkdown } = check;
  const draw = (drawPart: typeof drawText<Test>) =>
    parts.map((part) => drawPart(part, check.sizes).join('\n')).join('\n');
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, withCertainty, 2)}\n`;
    case 'tsv':
      return tsvTable(
        columns,
        parts.flatMap(({ of, tests }) => tests.map((test) => ({ ...test, of }))),
      );
    case 'md':
      return `${draw(drawMarkdown)}\n${markdownText(afterMarkdown)}\n`;
    case 'text':
      return `${before}${draw(drawText)}\n${after}\n`;
  }
}

/** Next to each verdict, how sure it is: `sure`, `likely`, `noise` or null. */
function withCertainty(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('verdict' in value)) return value;
  return { ...value, certainty: certaintyOf(value.verdict as Verdict) };
}

/** For people at a terminal: what is new first, then what else there is to know. */
function drawText<Test extends JudgedTest>(
  { title, counts, lines, tests, sections = [] }: CheckedPart<Test>,
  sizes: readonly Column<Test>[],
): string[] {
  const size = (test: Test) => sizes.map(({ text }) => readCell(text, test)).join(' ');
  const table = textTable([VERDICT, { head: 'size', text: size }, TEST, WHY], flaggedOf(tests));
  return [
    `${title}: ${counts}`,
    ...[...lines, ...table].map((line) => `  ${line}`.trimEnd()),
    ...sections.flatMap((one) => [
      '',
      `  ${one.heading}:`,
      ...one.lines.map((line) => `    ${typeof line === 'string' ? line : `${line.text}: ${line.href}`}`),
    ]),
    '',
  ];
}

/** For a pull request or the summary of a job: nothing in a name can become markup. */
function drawMarkdown<Test extends JudgedTest>(
  { title, counts, sentence, warnings = [], tests, sections = [] }: CheckedPart<Test>,
  sizes: readonly Column<Test>[],
): string[] {
  const table = markdownTable([TEST, MARKED, ...sizes, WHY], flaggedOf(tests), ({ href = null }) => href);
  return [
    `### ${markdownText(title)}`,
    '',
    `${counts}${markdownText(sentence)}`,
    ...warnings.map((line) => `\n> ${markdownText(line)}`),
    ...(table.length > 0 ? ['', ...table] : []),
    ...sections.flatMap(({ heading, lines }) => [
      '',
      `${heading}:`,
      '',
      ...lines.map((line) =>
        typeof line === 'string'
          ? `- ${markdownPlain(line)}`
          : `- [${markdownPlain(line.text)}](${line.href})`,
      ),
    ]),
    '',
  ];
}

const TEST: Column<JudgedTest> = { head: 'test', text: 'test' };
const VERDICT: Column<JudgedTest> = {
  head: 'verdict',
  text: ({ verdict }) => `${certaintyMark(verdict).padEnd(2)} ${verdictName(verdict)}`,
};
/** Direction without colour, as on the pages. */
const MARKED: Column<JudgedTest> = {
  head: 'verdict',
  text: ({ verdict }) =>
    verdict === 'stopped working'
      ? `✖ ${verdict}`
      : `${verdictDirection(verdict) === 'slower' ? '▼' : '▲'} ${verdictName(verdict)}`,
};
const WHY: Column<JudgedTest> = { head: 'why', text: ({ why }) => why ?? '' };

/** Worst first for people who read one line only. */
const FLAGGED: readonly Verdict[] = [
  'stopped working',
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
];

/** Tests that changed: regressions above improvements, the largest at the top. */
function flaggedOf<Test extends JudgedTest>(tests: readonly Test[]): Test[] {
  const size = ({ ratio }: Test) => Math.abs(Math.log(ratio ?? 1));
  const rank = ({ verdict }: Test) => FLAGGED.indexOf(verdict);
  return tests.filter((test) => rank(test) >= 0).sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

/** `1 regression, 5 no change, 2 within noise`; what did not occur is left out. */
export function countText(counts: Readonly<Record<Verdict, number>>): string {
  return ([...FLAGGED, 'no change', 'unclear', 'missing'] as const)
    .filter((word) => counts[word] > 0)
    .map((word) => {
      const isMany = counts[word] > 1 && verdictDirection(word) !== null;
      return `${counts[word]} ${verdictName(word)}${isMany ? 's' : ''}`;
    })
    .join(', ');
}

/** Tests of which fewer operations succeeded, each with both rates, the worst first. */
export function successSection(tests: readonly JudgedTest[]): { heading: string; lines: string[] } {
  const lower = tests.flatMap(({ test, successRate: rate }) =>
    rate && verdictDirection(rate.verdict) === 'slower' ? [{ ...rate, test }] : [],
  );
  return {
    heading: LOWER_RATE,
    lines: lower
      .sort((a, b) => a.version - b.version)
      .map((rate) => `${rate.test}: ${successText(rate)} (${verdictName(rate.verdict)})`),
  };
}

const LOWER_RATE = 'Success rate lower';

/** `2 regressions, 5 no change; success rate lower in 1 test`: the counts and that. */
export function withSuccess(counts: string, tests: readonly JudgedTest[]): string {
  const { length } = successSection(tests).lines;
  return length === 0
    ? counts
    : `${counts}; success rate lower in ${length} ${length === 1 ? 'test' : 'tests'}`;
}

/** Empty for what is not there. */
export function fixed(value: number | null, digits: number): string {
  return value === null ? '' : formatFixed(value, digits);
}
