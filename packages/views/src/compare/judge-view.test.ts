import type { Noise, NoisePair } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { heatData } from '../testing/test-heat-data';
import { toHeatNoise } from '../verdict/heat-noise';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import type { HeatData } from './heat-data';
import { verdictAt } from './heat-verdicts';
import { prepareHeatmap } from './heatmap/prepare-heatmap';
import { cellLabel, prepareReadout } from './heatmap/prepare-readout';
import { prepareSentence } from './heatmap/prepare-sentence';
import { columnWarnings } from './heatmap/prepare-verdict-sentence';
import { sentenceText } from './heatmap/sentence';
import { judgeView, verdictsOf } from './judge-view';
import { toView, withBase } from './view';

const TESTS = 32;
/** Small, and believed because seven tests have it. */
const SMALL = [1000, 1000, 955];
const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });
const viewOf = (data: HeatData, own = state()) => toView(toColumnSet(data, own), own);

/** Rows of v1, v2, v3 as given, then tests that do not change. */
function rowsOf(...rows: number[][]): number[][] {
  const [first = []] = rows;
  return [...rows, ...Array.from({ length: TESTS - rows.length }, () => first.map(() => 1000))];
}

/** Two runs of a version that is no column: they move by half a percent, so the server is steadier than most. */
function someNoise(data: HeatData): Noise {
  const run = { product: 'MySQL', version: '0.9', flavour: null, config: null };
  const side = { ...run, id: 'a', repeat: null, label: 'a', campaign: null, at: null };
  const pair: NoisePair = {
    kind: 'run again',
    a: side,
    b: { ...side, id: 'b' },
    comparability: { gate: 'passed', moved: 0, tests: data.rows.length },
    changes: data.rows.map(({ key }, row) => ({
      test: key,
      x: row % 2 === 0 ? 0.005 : -0.005,
      prior: 0.011,
    })),
  };
  return { benchmark: 'sysbench', kind: { clients: 1, cached: true }, pairs: [pair], refused: [] };
}

function judged(rows: number[][], noise = someNoise): HeatData {
  const data = heatData({ throughput: rows });
  return { ...data, noise: toHeatNoise(noise(data), data) };
}

describe('verdicts of a view', () => {
  const data = judged(
    rowsOf([1000, 800, 800], SMALL, [1000, 1000, 1300], [1000, 1000, 1000], ...Array(6).fill(SMALL)),
  );

  it('are in force for throughput where noise is known, unless thresholds are asked for', () => {
    expect(viewOf(data).rule).toBe('verdicts');
    expect(viewOf(data, state({ rule: 'thresholds' })).rule).toBe('thresholds');
    expect(viewOf({ ...data, noise: null }).rule).toBe('thresholds');
    const costs = { ...data, values: { ...data.values, cpu_per_op: data.values.throughput ?? [] } };
    expect(viewOf(costs, state({ metric: 'cpu_per_op' })).rule).toBe('thresholds');
    expect(verdictsOf(viewOf(data, state({ rule: 'thresholds' })))).toBeNull();
  });

  it('are those of the whole column, whatever is filtered, folded or not chosen', () => {
    const cells = (own: CompareState) => {
      const view = viewOf(data, own);
      const verdicts = verdictsOf(view);
      return [0, 1, 2].map((row) => verdicts && verdictAt(verdicts, row, view.columns.length - 1));
    };
    const all = ['regression', 'small regression', 'improvement'];
    expect(cells(state())).toEqual(all);
    expect(cells(state({ q: 'nothing', fold: ['point'], only: true }))).toEqual(all);
    expect(cells(state({ cols: ['v1', 'v3'] }))).toEqual(all);
  });

  it('are computed once for a base, and not at all when the page came with them', () => {
    const view = viewOf(data);
    expect(verdictsOf(view)).toBe(verdictsOf(viewOf(data)));
    expect(verdictsOf(withBase(view, 1))).not.toBe(verdictsOf(view));
    const verdicts = verdictsOf(view);
    const frozen = verdicts && { ...verdicts, ruleVersion: 0 };
    expect(verdictsOf(viewOf({ ...data, verdicts: frozen }))).toBe(frozen);
  });

  it('mark cells by fill, size and word, and tick where a lower level starts', () => {
    const rows = prepareHeatmap(toColumnSet(data, state()), state()).groups.flatMap((group) => group.rows);
    const classes = rows.slice(0, 4).map(({ cells }) => cells.map(({ className }) => className));
    expect(classes).toEqual([
      ['c n base', 'c r3 step', 'c r3 show'],
      ['c n base', 'c n', 'c r1 sm step show'],
      ['c n base', 'c n', 'c b3 show'],
      ['c n base', 'c n', 'c n show'],
    ]);
    expect(rows[0]).toMatchObject({ firstBad: '2.0', largestStep: { version: '2.0', text: '0.80' } });
    const view = viewOf(data);
    expect(cellLabel(view, 1, 2)).toMatch(/: 0\.9[56], small regression$/);
    expect(cellLabel(view, 3, 2)).toMatch(/: 1\.00, no change$/);
    expect(prepareReadout(view, 0, 0)?.verdict).toBeNull();
  });

  it('are counted in the sentence', () => {
    expect(sentenceText(prepareSentence(viewOf(data)))).toBe(
      '8 of 32 tests are slower in 3.0 than in 1.0; 1 faster. Most are slower since 3.0, 7 of 8.',
    );
  });

  it('say when nothing is known of the noise, and when the whole column moved', () => {
    const moved = judged(
      rowsOf([1000, 950, 950]).map((row) => row.map((value, i) => (i === 2 ? 950 : value))),
    );
    const view = viewOf(moved);
    const verdicts = verdictsOf(view);
    expect(verdicts && columnWarnings(view, verdicts).map(({ text }) => text)).toEqual([
      '3.0: the whole column moved by -5.0%: server or base run?',
    ]);
    const unknown = judged(rowsOf([1000, 800]), (own) => ({ ...someNoise(own), pairs: [] }));
    const found = verdictsOf(viewOf(unknown));
    expect(found && columnWarnings(viewOf(unknown), found)[0]?.text).toMatch(/^Not calibrated/);
  });

  it('leave a cell out that must not be compared', () => {
    const failed = { ...data, excluded: [{ row: 0, column: 2, status: 'failed' as const, values: {} }] };
    expect(judgeView(viewOf(failed))?.cells[0]?.[2]).toMatchObject({ verdict: 'missing', reason: 'failed' });
  });
});

describe('noise in the browser', () => {
  it('names columns by their place, other variants in full, and is the same when read again', () => {
    const data = heatData({ throughput: rowsOf([1000, 990]) });
    const noise = someNoise(data);
    const own = { product: 'MySQL', version: '2.0', flavour: null, config: null };
    const pair = noise.pairs[0];
    const sent = toHeatNoise({ ...noise, pairs: pair ? [{ ...pair, b: { ...pair.b, ...own } }] : [] }, data);
    expect(sent.pairs[0]?.sides).toEqual([
      { product: 'MySQL', version: '0.9', flavour: null, config: null },
      1,
    ]);
    expect(sent.pairs[0]?.changes.slice(0, 2)).toEqual([0.005, -0.005]);
  });
});
