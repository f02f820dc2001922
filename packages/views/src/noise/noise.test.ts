import type { NoiseAtlasEntry, NoiseAtlasPage, NoiseTestView, RefusedPairView } from '@basecase/db/types';
import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import {
  atlasPages,
  atlasRows,
  atlasSentence,
  emptyAtlas,
  noiseGroups,
  noiseHref,
  noiseSentence,
  noiseUrl,
  parseNoiseState,
  percentText,
  refusalGroups,
  scaleText,
} from './noise';

function entry(change: Partial<NoiseAtlasEntry> = {}): NoiseAtlasEntry {
  return {
    server: {
      slug: 'ax162-s',
      name: 'ax162-s',
      cores: 48,
      cpu: null,
      memoryBytes: null,
      storage: null,
      os: null,
    },
    workload: {
      slug: 'io',
      benchmark: 'sysbench',
      label: 'sysbench, IO-bound',
      details: ['8 tables × 250M rows', '40 clients'],
      clients: 40,
      origin: 'published',
      relativeTo: null,
      source: null,
    },
    calibrated: true,
    pairs: 10,
    refused: 4,
    exclusions: 1,
    scale: 0.83,
    medianSigma: 0.0234,
    smallestVisible: 0.074,
    worst: { test: 'point-query_range=100', smallestVisible: 0.196 },
    ...change,
  };
}

const test: NoiseTestView = {
  key: 'scan',
  name: 'scan',
  range: null,
  group: 'range',
  groupLabel: 'Range queries without aggregation',
  sigma: 0.025,
  prior: 0.02,
  pairs: 3,
  changes: [0.03, null, -0.15, 0.4],
  smallestVisible: 0.079,
  smallestVisibleOfTwo: 0.0566,
};

describe('the noise atlas', () => {
  it('is a heatmap a row, with what one run can show', () => {
    expect(atlasRows([entry()])).toEqual([
      {
        href: '/noise?server=ax162-s&workload=io',
        server: '48-core',
        serverName: 'ax162-s',
        workload: 'sysbench, IO-bound',
        details: '8 tables × 250M rows, 40 clients',
        pairs: '10',
        refused: '4, 1 by hand',
        sigma: '2.3%',
        isCalibrated: true,
        assumed: '',
        visible: '7.4%',
        worst: 'point-query range=100 20%',
      },
    ]);
    expect(atlasRows([entry({ calibrated: false })])[0]).toMatchObject({
      sigma: 'assumed',
      assumed: 'four times the typical noise is assumed',
    });
  });

  it('says where one run cannot show what readers look for', () => {
    expect(atlasSentence({ total: 3, calibrated: 2, blind: 1, limit: 0.05 })).toEqual({
      strong: 'The noise of 2 of 3 workloads on their servers is measured',
      rest: '. On 1 of them, one run cannot detect a change of 5% in half of the tests or more.',
    });
    const { strong } = atlasSentence({ total: 1, calibrated: 0, blind: 0, limit: 0.05 });
    expect(strong).toBe('No noise is measured yet');
  });

  it('writes percents with no more digits than are known', () => {
    expect([0.0333, 0.0994, 0.0996, 0.196].map(percentText)).toEqual(['3.3%', '9.9%', '10%', '20%']);
  });

  it('has its place in the URL: a server and a workload, or what is searched for and the page', () => {
    const parse = (query: string) => parseNoiseState(new URLSearchParams(query));
    const again = (state: typeof noiseUrl.defaults) => parse(noiseHref(state).slice('/noise?'.length));
    const one = { ...noiseUrl.defaults, server: 'pn53', workload: 'w' };
    expect(again(one)).toEqual(one);
    const list = { ...noiseUrl.defaults, q: '48-core -io', page: 3 };
    expect(again(list)).toEqual(list);
    expect(noiseHref(noiseUrl.defaults)).toBe('/noise');
    expect(parse('server=pn53&page=0')).toEqual(noiseUrl.defaults);
    expect(parse('page=many')).toEqual(noiseUrl.defaults);
  });

  it('leads to the pages before and after, and back from beyond the end', () => {
    const pagesOf = (page: number, pages: number) => {
      const list = { entries: [], total: 250, calibrated: 0, blind: 0, limit: 0.05, page, pages };
      return atlasPages(list, { ...noiseUrl.defaults, q: 'io', page });
    };
    expect(pagesOf(1, 1)).toEqual({ text: '', previous: null, next: null });
    expect(pagesOf(1, 3)).toEqual({ text: 'Page 1 of 3', previous: null, next: '/noise?q=io&page=2' });
    expect(pagesOf(2, 3)).toMatchObject({ previous: '/noise?q=io', next: '/noise?q=io&page=3' });
    expect(pagesOf(9, 3)).toEqual({ text: '', previous: '/noise?q=io&page=3', next: null });
  });

  it('explains an empty page', () => {
    expect(emptyAtlas({ total: 0 }, { q: '' })).toBe('nothing stored');
    expect(emptyAtlas({ total: 0 }, { q: 'x' })).toBe('no match');
    expect(emptyAtlas({ total: 250 }, { q: '' })).toBe('beyond the end');
  });
});

describe('the noise of one server and workload', () => {
  const page: NoiseAtlasPage = {
    ...entry(),
    ruleVersion: 1,
    tests: [test],
    used: [],
    refusals: [],
    excluded: [],
  };

  it('says first what cannot be seen', () => {
    expect(noiseSentence(page)).toEqual({
      strong: "On this server, one run can't detect less than 20% in point-query range=100.",
      rest: ' In half of the tests, the limit is 7.4% or more.',
    });
    const ofKind = (kind?: ServerKind) =>
      noiseSentence({ ...page, calibrated: false, server: { ...page.server, ...(kind && { kind }) } }).rest;
    expect(ofKind('dedicated')).toContain(
      'No independent repeat run yet, so twice the typical noise is assumed. Run the base once more on another day, or record in rounds.',
    );
    expect(ofKind()).toContain('four times the typical noise is assumed');
    expect(ofKind('virtual')).toContain('six times the typical noise is assumed');
    expect(noiseSentence({ ...page, worst: null }).strong).toBe('No test is stored here.');
  });

  it('draws each pair of a test, and those beyond the ends as such', () => {
    const [group] = noiseGroups([test]);
    expect(group?.label).toBe('Range queries without aggregation');
    expect(group?.rows[0]).toMatchObject({
      sigma: '2.5%',
      band: '±5.9%',
      pairs: '3',
      visible: '7.9%',
      visibleOfTwo: '5.7%',
      isBlind: true,
    });
    // ±.15 are the ends: .03 is at 50 + 50 × .2 = 60%, -.15 at 0, .4 beyond 100.
    expect(group?.rows[0]?.strip).toEqual({
      from: 30.3,
      to: 69.7,
      dots: [
        { at: 60, isBeyond: false },
        { at: 0, isBeyond: false },
        { at: 100, isBeyond: true },
      ],
      text: '3 pairs, at most 49% apart',
    });
  });

  it('puts refused pairs together by reason', () => {
    const run = { id: '1', repeat: null, label: 'a', version: '17.6', at: null };
    const refused = (reason: RefusedPairView['reason']): RefusedPairView => ({
      kind: 'point releases',
      a: run,
      b: run,
      product: 'PostgreSQL',
      reason,
      detail: '',
      exclusion: null,
    });
    const groups = refusalGroups([
      refused('excluded'),
      refused('different config'),
      refused('different config'),
    ]);
    expect(groups.map(({ reason, pairs }) => `${reason} ${pairs.length}`)).toEqual([
      'different config 2',
      'excluded 1',
    ]);
  });

  it.each([
    [2, '2.00 times the usual noise'],
    [0.51, '0.51 of the usual noise'],
    [1.05, 'about the usual noise'],
  ])('calls a scale of %d %s', (scale, words) => {
    expect(scaleText(scale)).toBe(words);
  });
});
