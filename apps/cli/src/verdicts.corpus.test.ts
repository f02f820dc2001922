import { resolve } from 'node:path';
import {
  buildMatrix,
  type CellVerdict,
  type ChangeExplanation,
  type ColumnInput,
  columnShiftSentence,
  DEFAULT_RULE,
  explanationSentence,
  findNoise,
  isDirect,
  isJudged,
  judgeMatrix,
  type Matrix,
  type MatrixVerdicts,
  type Noise,
  type NoiseRun,
  type Rule,
} from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import { beforeAll, describe, expect, it } from 'vitest';
import { readColumns } from './columns';
import type { Io } from './io';
import { archive, hasCorpus } from './testing/corpus';
import {
  hasReference,
  type ReferenceAnswer,
  type ReferenceCell,
  referenceInput,
  runReference,
} from './testing/verdict-reference';

// Verdicts of real runs and tables, against those of the study's own code on the same numbers, and as they were stored.

const MYSQL = ['x.my5651_rel_o2nofp', 'x.my8044_rel_o2nofp', 'x.my9500_rel_o2nofp'].map(
  (name) => `nov25.sb.mysql/dop1/${name}.z12a_c8r32.pk1`,
);

const CACHED_1 = { clients: 1, cached: true };
const CACHED_MANY = { clients: 16, cached: true };
const IO_BOUND = { clients: 40, cached: false };
const KINDS = [CACHED_1, CACHED_MANY, IO_BOUND];

const SOURCES: readonly (readonly [name: string, paths: readonly string[], kind: typeof CACHED_1])[] = [
  ['nov25.sb.mysql-dop1-runs', MYSQL, CACHED_1],
  ['nov25.sb.mysql-dop1-qps', ['nov25.sb.mysql/dop1/qps.abs.all.tsv'], CACHED_1],
  ['nov25.sb.mysql-dop1-met', ['nov25.sb.mysql/dop1/o.met.all'], CACHED_1],
  ['mar26.pn53.sb.my-qps-latest', ['mar26.pn53.sb.my/qps.abs.latest.tsv'], CACHED_1],
  ['mar26.pn53.sb.my-met-latest', ['mar26.pn53.sb.my/o.met.latest'], CACHED_1],
  ['mar26.pn53.sb.my-qps-my80v2', ['mar26.pn53.sb.my/qps.abs.my80v2.tsv'], CACHED_1],
  ['mar26.pn53.sb.my-met-my80v2', ['mar26.pn53.sb.my/o.met.my80v2'], CACHED_1],
  ['dec25.sb.socket.my-qps-80plus', ['dec25.sb.socket.my/qps.abs.80plus.tsv'], CACHED_MANY],
  ['dec25.sb.socket.my-qps-my.80', ['dec25.sb.socket.my/qps.abs.my.80.tsv'], CACHED_MANY],
  ['dec25.sb.socket.my-qps-my.84', ['dec25.sb.socket.my/qps.abs.my.84.tsv'], CACHED_MANY],
  ['dec25.sb.socket.my-qps-my.84plus', ['dec25.sb.socket.my/qps.abs.my.84plus.tsv'], CACHED_MANY],
  ['dec25.sb.socket.my-qps-my.latest', ['dec25.sb.socket.my/qps.abs.my.latest.tsv'], CACHED_MANY],
  ['dec25.sb.socket.my-met-80plus', ['dec25.sb.socket.my/o.met.my.80plus'], CACHED_MANY],
  ['dec25.sb.socket.my-met-84plus', ['dec25.sb.socket.my/o.met.my.84plus'], CACHED_MANY],
  ['dec25.sb.socket.my-met-all', ['dec25.sb.socket.my/o.met.my.all'], CACHED_MANY],
  ['mar25.pg.workmem.c48-qps-wm8', ['mar25.pg.workmem.c48/qps.abs.wm8.tsv'], CACHED_MANY],
  ['mar25.pg.workmem.c48-met-dop8', ['mar25.pg.workmem.c48/o.met.dop8'], CACHED_MANY],
  ['sysbench.dec2020-myrocks-met', ['../results/sysbench.dec2020/myrocks.inmem/o.met.rx'], CACHED_MANY],
];

const SILENT: Io = {
  cwd: '/',
  env: {},
  print: async () => undefined,
  note: () => undefined,
  progress: () => undefined,
};

/** A column for each run of a source. */
type RunColumn = ColumnInput & NoiseRun;

interface Judged {
  matrix: Matrix<RunColumn>;
  noise: Noise;
  verdicts: MatrixVerdicts;
}

describe.skipIf(!hasCorpus)('verdicts of the corpus', () => {
  const matrices = new Map<string, Matrix<RunColumn>>();

  beforeAll(async () => {
    for (const [name, paths] of SOURCES) matrices.set(name, buildMatrix(await readRunColumns(name, paths)));
  });

  it.each(SOURCES)('%s are as stored', async (name, _paths, kind) => {
    const judged = judge(matrixOf(name), { kind, base: 0 });
    const file = resolve(import.meta.dirname, `testing/verdicts/${name}.txt`);
    await expect(drawVerdicts(judged)).toMatchFileSnapshot(file);
  });

  it.skipIf(!hasReference)('are those of verdict2.py, for every base and class of noise', () => {
    const all = [...matrices.values()].flatMap((matrix) =>
      KINDS.flatMap((kind) => matrix.columns.map((_, base) => judge(matrix, { kind, base, rule: STUDY }))),
    );
    const answers = runReference(
      all.map(({ matrix, noise, verdicts }) => referenceInput(matrix, noise, verdicts)),
    );
    expect(answers).toHaveLength(all.length);
    const compared = { cells: 0, explained: 0, steps: 0 };
    for (const [index, judged] of all.entries()) expectAlike(judged, answers[index], compared);
    // Fewer would mean that a source was not read.
    expect(compared.cells).toBeGreaterThan(40_000);
    expect(compared.explained).toBeGreaterThan(10_000);
    expect(compared.steps).toBeGreaterThan(3000);
    console.info(
      `Equal to verdict2.py: ${compared.cells} cells, ${compared.explained} explanations, ${compared.steps} steps.`,
    );
  });

  it('many flags have few causes: those of the study, scan with the others as its switches are almost none', () => {
    const { matrix, verdicts } = judge(matrixOf('nov25.sb.mysql-dop1-met'), { kind: CACHED_1, base: 0 });
    const newest = verdicts.columns[matrix.columns.length - 1];
    const sizes = newest?.causes.map(({ direction, reason, tests }) => [direction, reason, tests.length]);
    expect(sizes?.[0]).toEqual(['slower', 'CPU', 20]);
    expect(sizes).toHaveLength(5);
    expect(sizes?.reduce((sum, [, , size]) => sum + Number(size), 0)).toBe(31);
  });

  function matrixOf(name: string): Matrix<RunColumn> {
    const matrix = matrices.get(name);
    if (!matrix) throw new Error(`${name} was not read`);
    return matrix;
  }
});

async function readRunColumns(campaign: string, paths: readonly string[]): Promise<RunColumn[]> {
  const { columns } = await readColumns(paths.map(archive), SILENT);
  return columns.flatMap((column): RunColumn[] => {
    const variant = column.runs[0]?.variant;
    return variant
      ? [{ ...column, ...variant, id: column.label, repeat: null, campaigns: [campaign], at: null }]
      : [];
  });
}

/** The constants of the study, where those of the rule are others since. */
const STUDY: Partial<Rule> = {
  ...{ q: 0.07, priorWeight: 6, outlierCut: 3, seenFactor: 0 },
  ...{ tailWeight: Number.POSITIVE_INFINITY, aloneFactor: 0, stepCut: Number.POSITIVE_INFINITY },
};

function judge(
  matrix: Matrix<RunColumn>,
  { kind, base, rule = {} }: { kind: Noise['kind']; base: number; rule?: Partial<Rule> },
): Judged {
  const options = { benchmark: 'sysbench', ...kind, server: 'dedicated' } as const;
  const found = findNoise(matrix, { ...options, rule: { ...DEFAULT_RULE, ...rule } });
  // The study knew direct pairs only.
  const noise =
    rule === STUDY ? { ...found, pairs: found.pairs.filter((pair) => isDirect(pair.kind)) } : found;
  return { matrix, noise, verdicts: judgeMatrix(matrix, { base, noise, rule }) };
}

function expectAlike(
  { matrix, verdicts }: Judged,
  answer: ReferenceAnswer | undefined,
  compared: { cells: number; explained: number; steps: number },
): void {
  for (const [column, scale] of answer?.scales.entries() ?? []) {
    expect(verdicts.columns[column]?.scale).toBeCloseTo(scale, 9);
  }
  for (const [row, { key }] of matrix.rows.entries()) {
    const cells = verdicts.cells[row]?.map((cell, column) =>
      column === verdicts.base ? null : plainCell(cell),
    );
    const expected = answer?.cells[row] ?? [];
    // The base against itself is not a change here; the reference does not cover it.
    const expectedCells = expected.map((cell, column) =>
      column === verdicts.base ? null : comparableCell(roundedCell(cell), cells?.[column] ?? null),
    );
    // As text: a deep comparison of all cells takes ten times as long.
    expect(JSON.stringify(cells), key).toBe(JSON.stringify(expectedCells));
    compared.cells += expected.length - 1;
    compared.explained += expectedCells.filter((cell) => cell?.why).length;
    const steps = verdicts.rows[row]?.lineSteps.map((line) =>
      line.steps.map((step) => ({
        at: step.column,
        r: digits(step.ratio),
        kind: step.kind,
        before: step.runsBefore,
        after: step.runsAfter,
        ...(step.back === null ? {} : { back: step.back }),
      })),
    );
    const expectedSteps = answer?.steps[row]?.map((line) =>
      line.map((step) => ({ ...step, r: digits(step.r) })),
    );
    expect(JSON.stringify(steps), `steps of ${key}`).toBe(JSON.stringify(expectedSteps));
    compared.steps += expectedSteps?.flat().length ?? 0;
  }
}

/** A cell in the words of the reference. */
function plainCell(cell: CellVerdict): ReferenceCell {
  if (!isJudged(cell)) return { verdict: 'missing', sigma: null, p: null, band: null, why: null };
  const { explanation: why } = cell;
  return roundedCell({
    verdict: cell.verdict,
    sigma: cell.sigma,
    p: cell.p,
    band: cell.band,
    why: why && {
      verdict: why.verdict,
      reasons: why.reasons.map(({ metric, ratio, share }) => [metricOf(metric).label, ratio, share]),
      paid: why.prices.map(({ metric, ratio }) => [metricOf(metric).label, ratio]),
      util: why.cpuUse,
      sentence: hasAlmostNone(why) ? null : withoutSize(explanationSentence(why)),
    },
  });
}

/** Costs of nearly zero are worded differently from the reference: "almost none before" for "infx". */
function hasAlmostNone({ reasons, prices }: ChangeExplanation): boolean {
  return [...reasons, ...prices].some(({ almostNone }) => almostNone !== undefined);
}

/** In our words, and without the sentence where ours tells something else. */
function comparableCell(expected: ReferenceCell, own: ReferenceCell | null): ReferenceCell {
  if (!expected.why) return expected;
  const sentence = own?.why?.sentence === null ? null : inOurWords(expected.why.sentence);
  return { ...expected, why: { ...expected.why, sentence } };
}

/** The reference has whole percents. */
function withoutSize(sentence: string): string {
  return sentence.replaceAll(/^[\d.]+%|(?<=CPU use (?:fell|rose) )[\d.]+%/g, 'N%');
}

function inOurWords(sentence: string | null): string | null {
  if (sentence === null) return null;
  return withoutSize(sentence)
    .replaceAll('(enough for ', '(accounts for ')
    .replace(/Shares overlap: .*? account for\./, 'Causes overlap, so shares can add up to more than 100%.');
}

/** Two languages may differ in the last bits of a logarithm; JSON has no infinity. */
function roundedCell({ verdict, sigma, p, band, why }: ReferenceCell): ReferenceCell {
  return {
    verdict,
    sigma: digits(sigma),
    p: p === null ? null : Number(p.toFixed(9)),
    band: digits(band),
    why: why && {
      ...why,
      reasons: why.reasons.map(([metric, ratio, share]) => [metric, digits(ratio), digits(share)]),
      paid: why.paid.map(([metric, ratio]) => [metric, digits(ratio)]),
      util: digits(why.util),
    },
  };
}

function digits<Value extends number | null>(value: Value): Value {
  if (value === null || !Number.isFinite(value)) return null as Value;
  return Number(value.toPrecision(9)) as Value;
}

/** Verdicts as text that can be read in a diff: one line for each cell that says something, then the steps. */
function drawVerdicts({ matrix, noise, verdicts }: Judged): string {
  const label = (column: number) => matrix.columns[column]?.label ?? '?';
  const lines = [`base ${label(verdicts.base)}`];
  for (const { a, b, comparability } of noise.pairs) {
    lines.push(`A/A ${a.label} ${b.label}, gate ${comparability.gate}`);
  }
  for (const { a, b, reason, detail } of noise.refused) {
    lines.push(`no A/A ${a.label} ${b.label}: ${reason}${detail && `, ${detail}`}`);
  }
  for (const [column, { counts, shift, calibrated, causes }] of verdicts.columns.entries()) {
    const list = Object.entries(counts).flatMap(([verdict, count]) =>
      count > 0 ? [`${count} ${verdict}`] : [],
    );
    lines.push(`${label(column)}: ${list.join(', ')}${calibrated ? '' : '; not calibrated'}`);
    if (shift) lines.push(`  ${columnShiftSentence(shift)}`);
    for (const { since, direction, reason, tests } of causes) {
      lines.push(`  ${direction} since ${since ?? 'unknown'}, ${reason}: ${tests.join(' ')}`);
    }
  }
  for (const [row, { key }] of matrix.rows.entries()) {
    const words = verdicts.cells[row]?.map(({ verdict }) => verdict) ?? [];
    lines.push(`${key}: ${words.join(' | ')}`);
    const onset = verdicts.rows[row]?.onset;
    if (onset) lines.push(`  ${onset.direction} since ${label(onset.column)}, ${onset.kind}`);
    for (const { steps } of verdicts.rows[row]?.lineSteps ?? []) {
      for (const step of steps)
        lines.push(`  ${step.kind} at ${label(step.column)} ${step.ratio.toFixed(3)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
