import { judgeSeries, unknownNoise } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { mainBand, toBandedSelection } from './bands/banded-selection';
import { chosenColumns, settledState } from './choose-columns';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import { ruleNotes } from './heatmap/verdict-sentence';
import { type HeatmapData, verdictAt } from './heatmap-data';
import { verdictsOf } from './judge-selection';
import { sentBuild, toSentNights } from './sent-nights';

const NIGHTS = 40;
/** The first night that is 10% slower; one night before it is far off. */
const STEP = 30;
const BAD_NIGHT = 35;

const throughputOf = (night: number) => {
  if (night === BAD_NIGHT) return 1020;
  return (night >= STEP ? 900 : 1000) * (1 + ((night * 7) % 5) / 500);
};

/** A release and 40 nights of one test, in build order. */
function nights({ releases = ['18.4'], isJudged = true } = {}): HeatmapData {
  const values = Array.from({ length: NIGHTS }, (_, night) => throughputOf(night));
  const data = heatmapData({ throughput: [[...releases.map(() => 1000), ...values]] });
  for (const [index, column] of data.columns.entries()) {
    const night = index - releases.length;
    column.version = releases[index] ?? '19devel';
    if (night < 0) continue;
    const committedAt = new Date(Date.UTC(2026, 4, 1 + night)).toISOString();
    // Later nights have smaller hashes: nothing may be ordered by them.
    const commit = (0xf000000 - night).toString(16).padStart(8, '0');
    column.build = sentBuild({
      commit,
      branch: 'master',
      committedAt,
      number: null,
      url: null,
      repository: null,
    });
  }
  const line = {
    line: 'l',
    columns: data.columns.slice(releases.length).map(({ slug }) => slug),
    verdicts: { 'point-query_range=1': judgeSeries({ values, better: 'higher-is-better' }) },
    places: {},
  };
  const noise = toHeatmapNoise(unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated'), data);
  return { ...data, noise, ...(isJudged && { nights: toSentNights([line], data) }) };
}

const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });

function bandsOf(data: HeatmapData, change: Partial<CompareState> = {}) {
  const settled = settledState(data, state(change));
  return toBandedSelection(toColumnSet(data, settled), settled);
}

describe('nights in a heatmap', () => {
  it('open with the last release and the newest two weeks, named by day and commit', () => {
    const data = nights();
    expect(chosenColumns(data, state())).toEqual([
      0,
      ...Array.from({ length: 14 }, (_, index) => 27 + index),
    ]);
    const { columns, names, base } = mainBand(bandsOf(data));
    expect(columns[base]?.version).toBe('18.4');
    expect(names.slice(0, 2).map(({ short }) => short)).toEqual(['18.4', '27 May 2026 g0effffe6']);
  });

  it('leave the table to releases where there are some to compare', () => {
    expect(chosenColumns(nights({ releases: ['18.3', '18.4'] }), state())).toEqual([0, 1]);
  });

  it('take the verdict of their level, whatever the night itself was', () => {
    const data = nights();
    const selection = mainBand(
      bandsOf(data, { cols: ['v1', ...[STEP - 2, STEP, BAD_NIGHT].map((night) => `v${night + 2}`)] }),
    );
    const verdicts = verdictsOf(selection);
    if (!verdicts) throw new Error('no verdicts');
    expect([1, 2, 3].map((column) => verdictAt(verdicts, 0, column))).toEqual([
      'no change',
      'regression',
      'regression',
    ]);
    expect(verdicts.columns[3]).toMatchObject({ nights: NIGHTS });
  });

  it('are judged against the level of a night that is the base', () => {
    const data = nights();
    const cols = [BAD_NIGHT, STEP + 1, STEP - 1].map((night) => `v${night + 2}`);
    const selection = mainBand(bandsOf(data, { cols, base: `v${BAD_NIGHT + 2}` }));
    const verdicts = verdictsOf(selection);
    if (!verdicts) throw new Error('no verdicts');
    const of = (night: number) =>
      verdictAt(
        verdicts,
        0,
        selection.columns.findIndex(({ slug }) => slug === `v${night + 2}`),
      );
    expect(of(STEP + 1)).toBe('no change');
    expect(of(STEP - 1)).toBe('improvement');
  });

  it('say when they are too few for a series', () => {
    const texts = ruleNotes(bandsOf(nights({ isJudged: false }))).map(({ text }) => text);
    expect(texts).toContain('Fewer than 12 nights are compared in pairs, as releases are.');
    expect(
      ruleNotes(bandsOf(nights()))
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/calibrated|pairs/);
  });

  it('are not reported as another config or build than the release that they are compared with', () => {
    const text = (data: HeatmapData, change: Partial<CompareState> = {}) =>
      ruleNotes(bandsOf(data, change))
        .map((note) => note.text)
        .join(' ');
    expect(text(nights())).not.toContain('was measured with');
    expect(text(nights(), { base: 'v28' })).not.toContain('was measured with');
    // The release before them with another config is still said, by itself.
    const two = nights({ releases: ['18.3', '18.4'] });
    for (const [index, column] of two.columns.entries()) column.config = index === 1 ? 'x10b' : 'x10a';
    expect(text(two, { cols: ['v1', 'v2', 'v42'] })).toContain(
      '18.4 was measured with x10b only, 18.3 with x10a: no step is named between them',
    );
  });

  it('are found by day and commit', () => {
    const data = nights();
    expect(settledState(data, state({ match: '0effffe6' })).cols).toEqual(['v28']);
    expect(settledState(data, state({ match: 'jun' })).cols).toHaveLength(9);
  });
});
