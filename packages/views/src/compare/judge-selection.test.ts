import { type Noise, type NoisePair, unknownNoise } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { heatmapSentence } from './bands/bands-sentence';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import { cellLabel, heatmapReadout } from './heatmap/heatmap-readout';
import { summaryHeads } from './heatmap/heatmap-row-summary';
import { columnWarnings, sentenceText } from './heatmap/verdict-sentence';
import { type HeatmapData, verdictAt } from './heatmap-data';
import { toHeatmapSelection, withBase } from './heatmap-selection';
import { judgeSelection, verdictsOf } from './judge-selection';

const TESTS = 32;
/** Small, and believed because seven tests have it. */
const SMALL = [1000, 1000, 955];
const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });
const selectionOf = (data: HeatmapData, own = state()) => toHeatmapSelection(toColumnSet(data, own), own);

/** Rows of v1, v2, v3 as given, then tests that do not change. */
function rowsOf(...rows: number[][]): number[][] {
  const [first = []] = rows;
  return [...rows, ...Array.from({ length: TESTS - rows.length }, () => first.map(() => 1000))];
}

/** Two runs of a version that is not a column: they move by half a percent, so the server is steadier than most. */
function someNoise(data: HeatmapData): Noise {
  const run = { product: 'MySQL', version: '0.9', flavour: null, config: null };
  const side = { ...run, id: 'a', repeat: null, label: 'a', campaigns: [], at: null };
  const pair: NoisePair = {
    kind: 'run again',
    a: side,
    b: { ...side, id: 'b' },
    comparability: { gate: 'passed', moved: 0, tests: data.rows.length },
    withinSession: false,
    changes: data.rows.map(({ key }, row) => ({
      test: key,
      x: row % 2 === 0 ? 0.005 : -0.005,
      prior: 0.011,
    })),
  };
  return { ...unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated'), pairs: [pair] };
}

function judged(rows: number[][], noise = someNoise): HeatmapData {
  const data = heatmapData({ throughput: rows });
  return { ...data, noise: toHeatmapNoise(noise(data), data) };
}

describe('verdicts of a view', () => {
  const data = judged(
    rowsOf([1000, 800, 800], SMALL, [1000, 1000, 1300], [1000, 1000, 1000], ...Array(6).fill(SMALL)),
  );

  it('are in force for throughput where noise is known, unless thresholds are asked for', () => {
    expect(selectionOf(data).rule).toBe('verdicts');
    expect(selectionOf(data, state({ rule: 'thresholds' })).rule).toBe('thresholds');
    expect(selectionOf({ ...data, noise: null }).rule).toBe('thresholds');
    const costs = { ...data, values: { ...data.values, cpu_per_op: data.values.throughput ?? [] } };
    expect(selectionOf(costs, state({ metric: 'cpu_per_op' })).rule).toBe('thresholds');
    expect(verdictsOf(selectionOf(data, state({ rule: 'thresholds' })))).toBeNull();
  });

  it('are those of the whole column, whatever is filtered, folded or not chosen', () => {
    const cells = (own: CompareState) => {
      const selection = selectionOf(data, own);
      const verdicts = verdictsOf(selection);
      return [0, 1, 2].map((row) => verdicts && verdictAt(verdicts, row, selection.columns.length - 1));
    };
    const all = ['regression', 'small regression', 'improvement'];
    expect(cells(state())).toEqual(all);
    expect(cells(state({ q: 'nothing', fold: ['point'], only: true }))).toEqual(all);
    expect(cells(state({ cols: ['v1', 'v3'] }))).toEqual(all);
  });

  it('are computed once for a base, and not at all when the page came with them', () => {
    const selection = selectionOf(data);
    expect(verdictsOf(selection)).toBe(verdictsOf(selectionOf(data)));
    expect(verdictsOf(withBase(selection, 1))).not.toBe(verdictsOf(selection));
    const verdicts = verdictsOf(selection);
    const frozen = verdicts && { ...verdicts, ruleVersion: 0 };
    expect(verdictsOf(selectionOf({ ...data, verdicts: [frozen].flatMap((each) => each ?? []) }))).toBe(
      frozen,
    );
  });

  it('mark cells by fill, size and word, and tick where a lower level starts', () => {
    const rows = heatmapModel(toColumnSet(data, state()), state()).groups.flatMap((group) => group.rows);
    const classes = rows.slice(0, 4).map(({ cells }) => cells.map(({ className }) => className));
    expect(classes).toEqual([
      ['c n base', 'c r3 step', 'c r3 show'],
      ['c n base', 'c n', 'c r1 sm step show'],
      ['c n base', 'c n', 'c b3 show'],
      ['c n base', 'c n', 'c n show'],
    ]);
    expect(rows[0]).toMatchObject({ firstBad: '2.0', largestStep: { version: '2.0', text: '0.80' } });
    const selection = selectionOf(data);
    expect(cellLabel(selection, 1, 2)).toMatch(/: 0\.9[56], small regression$/);
    expect(cellLabel(selection, 3, 2)).toMatch(/: 1\.00, no change$/);
    expect(heatmapReadout(selection, 0, 0)?.verdict).toBeNull();
  });

  it('show a step as the neighbouring cells do, even between levels', () => {
    // One level of 1000 and 970, then 700: 0.71 of the level, 0.72 of the cell before.
    const steps = judged(rowsOf([1000, 970, 700]));
    const rows = heatmapModel(toColumnSet(steps, state()), state()).groups.flatMap((group) => group.rows);
    expect(rows[0]?.largestStep).toEqual({ version: '3.0', text: '0.72' });
    expect(judgeSelection(selectionOf(steps))?.rows[0]?.lineSteps[0]?.steps[0]?.ratio).toBeCloseTo(0.711, 3);
  });

  it('name throughput in the heads of the row summary when the cells show another metric', () => {
    const costs = { ...data, values: { ...data.values, cpu_per_op: data.values.throughput ?? [] } };
    expect(summaryHeads(selectionOf(data))).toMatchObject({
      since: 'Slower since',
      explained: 'Explained by',
    });
    expect(summaryHeads(selectionOf(costs, state({ metric: 'cpu_per_op' })))).toMatchObject({
      since: 'QPS slower since',
      explained: 'QPS explained by',
    });
  });

  it('are counted in the sentence', () => {
    expect(sentenceText(heatmapSentence(selectionOf(data)))).toBe(
      '8 of 32 tests are slower in 3.0 than in 1.0; 1 faster. Most got slower in 3.0, 7 of 8.',
    );
  });

  it('claim no common version where each test has another', () => {
    const each = judged(
      rowsOf([1000, 1000, 1000]).map((row, test) => {
        if (test === 0) return [1000, 700, 700];
        return test === 1 ? [1000, 1000, 700] : row;
      }),
    );
    const text = sentenceText(heatmapSentence(selectionOf(each)));
    expect(text).toContain('2 of 32 tests are slower');
    expect(text).not.toContain('slower since');
  });

  it('say when nothing is known of the noise, and when the whole column moved', () => {
    const moved = judged(
      rowsOf([1000, 950, 950]).map((row) => row.map((value, i) => (i === 2 ? 950 : value))),
    );
    const selection = selectionOf(moved);
    const verdicts = verdictsOf(selection);
    expect(verdicts && columnWarnings(selection, verdicts).map(({ text }) => text)).toEqual([
      '3.0: 5.0% slower across the board: server or base run?',
    ]);
    const unknown = judged(rowsOf([1000, 800]), (own) => ({ ...someNoise(own), pairs: [] }));
    const found = verdictsOf(selectionOf(unknown));
    expect(found && columnWarnings(selectionOf(unknown), found)[0]?.text).toMatch(
      /^No independent repeat run yet/,
    );
  });

  it('ask whether a machine is dedicated when its kind is not specified, and explain how to calibrate', () => {
    const of = (kind: ServerKind | null) => {
      const own = judged(rowsOf([1000, 800]), () =>
        unknownNoise('sysbench', { clients: 1, cached: true }, kind),
      );
      const verdicts = verdictsOf(selectionOf(own));
      return verdicts && columnWarnings(selectionOf(own), verdicts)[0];
    };
    const act = { text: 'Set the kind of this machine', href: '/servers/s#facts' };
    expect(of(null)).toMatchObject({
      text: expect.stringContaining('no change is confirmed'),
      act,
      calibrate: true,
    });
    expect(of('unknown')).toMatchObject({ act });
    expect(of('virtual')).toMatchObject({
      text: expect.stringContaining('whose host others may use'),
      calibrate: true,
    });
    expect(of('virtual')?.act).toBeUndefined();
    expect(of('dedicated')).toMatchObject({
      text: expect.stringContaining('twice the typical noise'),
      calibrate: true,
    });
    expect(of('dedicated')?.act).toBeUndefined();
  });

  it('name no step on a machine of which nothing is known, as nothing on it is sure', () => {
    const stepsOf = (kind: ServerKind) => {
      const own = judged(rowsOf([1000, 990, 300]), () =>
        unknownNoise('sysbench', { clients: 1, cached: true }, kind),
      );
      return verdictsOf(selectionOf(own))?.rows[0];
    };
    expect(stepsOf('dedicated')).toMatchObject({ down: [2], largest: { column: 2 } });
    expect(stepsOf('virtual')).toMatchObject({ firstBad: null, down: [], largest: null });
  });

  describe('of several configs', () => {
    const CONFIGS = ['x10a', 'x10a', 'x10b'];
    const withConfigs = (data: HeatmapData, configs: readonly string[] = CONFIGS): HeatmapData => ({
      ...data,
      columns: data.columns.map((column, index) => ({ ...column, config: configs[index] ?? null })),
    });
    const shown = (data: HeatmapData, own = state()) => {
      const selection = selectionOf(data, own);
      const rows = heatmapModel(toColumnSet(data, own), own).groups.flatMap((group) => group.rows);
      const verdicts = verdictsOf(selection);
      const warnings = verdicts ? columnWarnings(selection, verdicts).map(({ text }) => text) : [];
      return { selection, row: rows[0], warnings };
    };

    it.each(['verdicts', 'thresholds'] as const)('%s never tell steps from one to the other', (rule) => {
      const { selection, row } = shown(withConfigs(judged(rowsOf([1000, 990, 500]))), state({ rule }));
      expect(selection.judged).toBe(1);
      expect(row).toMatchObject({ firstBad: null, largestStep: null });
      expect(row?.cells.some(({ className }) => className.includes('step'))).toBe(false);
      expect(sentenceText(heatmapSentence(selection))).not.toMatch(/since|step/);
      expect(heatmapReadout(selection, 0, 2)).toMatchObject({ ratio: { text: '0.50' }, previous: null });
      expect(heatmapReadout(selection, 0, 1)?.previous).toMatchObject({ version: '1.0' });
    });

    it('say up to which release steps are looked for, or why there are none', () => {
      const data = judged(rowsOf([1000, 800, 500]));
      expect(shown(withConfigs(data)).row).toMatchObject({ firstBad: '2.0' });
      expect(shown(withConfigs(data)).warnings).toEqual([
        '3.0 was measured with x10b only: steps end at 2.0, the newest with x10a.',
      ]);
      const alone = shown(withConfigs(data, ['x10a', 'x10b', 'x10c']));
      expect(alone.selection.judged).toBe(2);
      expect(alone.warnings).toEqual([
        "3.0 was measured with x10c only, 1.0 with x10a: no step is named between them, as it may be the config's.",
      ]);
      expect(shown(data).warnings).toEqual([]);
    });
  });

  it('have the verdict stopped working for a test that failed, and leave its ratio out', () => {
    const failed = { ...data, excluded: [{ row: 0, column: 2, status: 'failed' as const, values: {} }] };
    expect(judgeSelection(selectionOf(failed))?.cells[0]?.[2]).toMatchObject({
      verdict: 'stopped working',
      reason: 'failed',
    });
  });

  it('have it for a test that vanished, and not for tests that a version left out by choice', () => {
    const without = (tests: number): HeatmapData => {
      const throughput = (data.values.throughput ?? []).map((row, index) =>
        index < tests ? [...Array.from(row).slice(0, 2), null] : row,
      );
      return { ...data, values: { ...data.values, throughput } };
    };
    const verdicts = (tests: number) =>
      judgeSelection(selectionOf(without(tests)))?.cells.map((row) => row[2]?.verdict) ?? [];
    const stops = (tests: number) =>
      verdicts(tests).filter((verdict) => verdict === 'stopped working').length;
    expect([0, 1, 2, 8, 9, TESTS].map(stops)).toEqual([0, 1, 2, 8, 0, 0]);
    expect(verdicts(TESTS)).toEqual(Array(TESTS).fill('missing'));
  });
});

describe('noise in the browser', () => {
  it('names columns by their place, other variants in full, and is the same when read again', () => {
    const data = heatmapData({ throughput: rowsOf([1000, 990]) });
    const noise = someNoise(data);
    const own = { product: 'MySQL', version: '2.0', flavour: null, config: null };
    const pair = noise.pairs[0];
    const sent = toHeatmapNoise(
      { ...noise, pairs: pair ? [{ ...pair, b: { ...pair.b, ...own } }] : [] },
      data,
    );
    expect(sent.pairs[0]?.sides).toEqual([
      { product: 'MySQL', version: '0.9', flavour: null, config: null },
      1,
    ]);
    expect(sent.pairs[0]?.changes.slice(0, 2)).toEqual([0.005, -0.005]);
  });
});
