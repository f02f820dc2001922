import { describe, expect, it } from 'vitest';
import type { JudgedCell } from '../verdicts/judge-cells';
import { settleSentence } from '../verdicts/remedy/remedy-words';
import { makeMatrix, makeRun, sameRows } from '../verdicts/testing/make-matrix';
import { judgeNights } from './judge-nights';
import { isJudgedNight, type JudgedNights, judgeNightCell } from './night-cells';
import { noisyValues } from './testing/made-series';

const NIGHTS = 40;
const STEP = 25;
/** One night that is as good as before, in the level that is not. */
const OUTLIER = 30;
const RELEASE = 0;
const columns = Array.from({ length: NIGHTS }, (_, night) => night + 1);

/** A release and 40 nights of two tests; the second one was measured in the last 5 of them only. */
function makeNights(worth = (night: number): number => (night >= STEP ? 0.9 : 1)) {
  const runs = ['18.4', ...columns.map((night) => `19devel-${night}`)].map((version) => makeRun(version));
  const values = noisyValues(NIGHTS, worth);
  values[OUTLIER] = 1010;
  const matrix = makeMatrix(runs, {
    throughput: [
      [1000, ...values],
      [1000, ...values.map((value, night) => (night >= NIGHTS - 5 ? value : null))],
    ],
    cpu_per_op: sameRows(2, [1e-4, ...columns.map((_, night) => (night >= STEP ? 1.1e-4 : 1e-4))]),
  });
  return { matrix, series: [{ columns, verdicts: judgeNights(matrix, { columns }) }] };
}

const { matrix, series } = makeNights();
const columnOf = (night: number) => columns[night] ?? -1;
const question = { row: 0, base: RELEASE, metric: 'throughput', series } as const;
const cellOf = (night: number, change: Partial<Parameters<typeof judgeNightCell>[1]> = {}) =>
  judgeNightCell(matrix, { ...question, column: columnOf(night), ...change });

describe('a cell of a night', () => {
  it('has the verdict of its level, whatever the night itself was', () => {
    expect([3, STEP, OUTLIER, 39].map((night) => cellOf(night)?.verdict)).toEqual([
      'no change',
      'regression',
      'regression',
      'regression',
    ]);
    const { explanation: _, ...cell } = cellOf(39) as JudgedCell;
    const { explanation: none, ...far } = cellOf(OUTLIER) as JudgedCell;
    expect(far).toEqual(cell);
    // That night is not slower, so its costs do not explain the level.
    expect(none?.verdict).toBe('nothing to explain');
  });

  it('says how many nights and runs it rests on, and what noise', () => {
    const [verdict] = series[0]?.verdicts ?? [];
    const level = verdict?.levels[1];
    expect(cellOf(39)).toMatchObject({
      mark: 'sure',
      x: Math.log((level?.value ?? 0) / 1000),
      sigma: Math.SQRT2 * (verdict?.sigma ?? 0),
      noisePairs: 0,
      baseRuns: 1,
      versionRuns: 15,
      runsToSettle: null,
      changedBy: null,
      explanation: { reasons: [{ metric: 'cpu_per_op' }] },
    });
    expect(cellOf(3)).toMatchObject({ versionRuns: 25, explanation: null });
    const repeated = { ...matrix, repeats: matrix.repeats.map((row) => row.map(() => 3)) };
    const cell = judgeNightCell(repeated, { ...question, column: columnOf(39) }) as JudgedCell;
    expect(cell.baseRuns).toBe(3);
    expect(cell.band).toBeLessThan((cellOf(39) as JudgedCell).band);
  });

  it('is compared with the level of a base that is a night, too', () => {
    const [verdict] = series[0]?.verdicts ?? [];
    const [before, after] = verdict?.levels ?? [];
    const cell = cellOf(39, { base: columnOf(3) });
    expect(cell).toMatchObject({
      verdict: 'regression',
      x: Math.log((after?.value ?? 0) / (before?.value ?? 1)),
      baseRuns: 25,
    });
    expect(cellOf(39, { base: columnOf(OUTLIER) })).toMatchObject({ verdict: 'no change', x: 0 });
  });

  it('of the newest nights represents them together, and is possible at most', () => {
    const newest = makeNights((night) => (night >= NIGHTS - 2 ? 0.9 : 1));
    const ask = (night: number, base: number) =>
      judgeNightCell(newest.matrix, { ...question, series: newest.series, base, column: columnOf(night) });
    const cell = ask(39, RELEASE);
    expect(cell).toMatchObject({ verdict: 'possible regression', versionRuns: 2 });
    const { explanation: _, ...first } = ask(38, RELEASE) as JudgedCell;
    expect(cell).toMatchObject(first);
    expect(ask(39, columnOf(38))).toMatchObject({ verdict: 'no change', baseRuns: 2 });
    expect((ask(39, columnOf(38)) as JudgedCell).x).toBeCloseTo(0, 12);
  });

  it('is missing where the night or the base is', () => {
    const gap = makeNights();
    gap.matrix.status[0]?.splice(columnOf(30), 1, 'failed');
    const ask = (base: number, column: number) =>
      judgeNightCell(gap.matrix, { ...question, series: gap.series, base, column });
    expect(ask(RELEASE, columnOf(30))).toMatchObject({ verdict: 'missing', reason: 'failed' });
    expect(ask(columnOf(30), columnOf(39))).toMatchObject({ verdict: 'missing', reason: 'base failed' });
  });

  it('leaves out a cost that was reported on one side and computed on the other', () => {
    const own = makeNights();
    own.matrix.sources.cpu_per_op?.[0]?.fill('reported', RELEASE, 1);
    const cell = judgeNightCell(own.matrix, { ...question, column: columnOf(39) }) as JudgedCell;
    expect(cell.explanation?.verdict).toBe('no metrics');
  });
});

describe('a cell of a night after another kernel', () => {
  const { matrix: own, series: unbroken } = makeNights();
  const breaks = [{ at: STEP, label: 'kernel 6.14' }];
  const [line] = unbroken.map((one) => ({ ...one, verdicts: judgeNights(own, { columns, breaks }) }));
  if (!line) throw new Error('no line');
  const ask = (base: number, night: number, lines: JudgedNights[] = [line]) =>
    judgeNightCell(own, { ...question, base, column: columnOf(night), series: lines })?.verdict;

  it('is not attributed to it, whether its base is a release or a night', () => {
    expect([ask(RELEASE, 39), ask(columnOf(3), 39), ask(columnOf(39), 3)]).toEqual(
      Array.from({ length: 3 }, () => 'no change'),
    );
  });

  it('is compared as measured with a release of after it, and with nights of another line', () => {
    const late = [{ ...line, places: new Map([[RELEASE, 30]]) }];
    // The nights before the kernel would be as slow as that on it.
    expect([ask(RELEASE, 39, late), ask(RELEASE, 3, late)]).toEqual(['regression', 'regression']);
    const other: JudgedNights = {
      columns: columns.map((_, night) => (night === 3 ? columnOf(3) : null)),
      verdicts: line.verdicts,
    };
    const rest: JudgedNights = {
      ...line,
      columns: columns.map((column, night) => (night === 3 ? null : column)),
    };
    expect(ask(columnOf(3), 39, [rest, other])).toBe('regression');
  });
});

describe('a column outside of a series', () => {
  it('is not judged by one: a release, a test with too few nights, one without a series', () => {
    expect(cellOf(0, { column: RELEASE })).toBeNull();
    expect(cellOf(39, { row: 1 })).toBeNull();
    const none: JudgedNights[] = [{ columns, verdicts: [null, null] }];
    expect(cellOf(39, { series: none })).toBeNull();
    expect(cellOf(39, { series: [] })).toBeNull();
  });

  it('a night that the matrix does not have keeps the others in their places', () => {
    const shown: JudgedNights[] = series.map(({ verdicts }) => ({
      columns: columns.map((own, night) => (night < 10 ? null : own)),
      verdicts,
    }));
    expect([isJudgedNight(shown, columnOf(9)), isJudgedNight(shown, columnOf(10))]).toEqual([false, true]);
    expect(isJudgedNight(shown, RELEASE)).toBe(false);
    expect(cellOf(39, { series: shown })).toEqual(cellOf(39));
    expect(cellOf(9, { series: shown })).toBeNull();
  });
});

describe('an open night', () => {
  /** From night 25 on at a part of the first level; every night is as often further away as `spread` says. */
  function ask(worth: number, { base = RELEASE, night = 39, spread = 1, runs = 1 } = {}): JudgedCell {
    const own = makeNights((at) => (at >= STEP ? worth : 1));
    const cells = own.matrix.values.throughput?.[0] ?? [];
    for (const [column, value] of cells.entries()) {
      const level = column > STEP ? 1000 * worth : 1000;
      if (column > 0 && value !== null) cells[column] = level * (value / level) ** spread;
    }
    own.matrix.repeats[0]?.splice(RELEASE, 1, runs);
    const verdicts = judgeNights(own.matrix, { columns });
    const cell = judgeNightCell(own.matrix, {
      ...{ ...question, base, column: columnOf(night) },
      series: [{ columns, verdicts }],
    });
    return cell as JudgedCell;
  }

  it('names the runs of a base of releases that settle it, and they do', () => {
    const cell = ask(0.96);
    expect([cell.mark, settleSentence(cell)]).toEqual([
      'unclear',
      '2 more runs of the base would settle this.',
    ]);
    expect(ask(0.96, { runs: 3 }).remedy).toBeNull();
    expect(['unclear', 'possible']).not.toContain(ask(0.96, { runs: 3 }).mark);
  });

  it.each([1, 2, 20, 5000])('has a sentence in every form with %i runs of the base', (runs) => {
    for (const worth of [0.9, 0.93, 0.96, 0.98])
      for (const spread of [1, 4, 12])
        for (const [base, night] of [
          [RELEASE, 39],
          [RELEASE, 3],
          [columnOf(3), 39],
          [columnOf(3), 20],
        ] as const) {
          const cell = ask(worth, { base, night, spread, runs });
          const isOpen = cell.mark === 'unclear' || cell.mark === 'possible';
          expect(settleSentence(cell) !== '', `${worth} ${spread} ${base} ${night} ${cell.mark}`).toBe(
            isOpen,
          );
        }
  });
});
