import { describe, expect, it } from 'vitest';
import { madeOverview } from '../../testing/test-overview';
import { seriesUrl } from '../series-state';
import { toOverviewData } from './overview-data';
import { overviewDocument } from './overview-document';
import { overviewModel } from './overview-model';
import { overviewLines, overviewReadout, placeHref, placeLabel } from './overview-words';

const overview = madeOverview([
  { name: 'zipf', factor: (night) => (night >= 20 ? 0.9 : 1), cost: 1.11 },
  { name: 'gone', factor: (night) => (night >= 30 ? null : 1) },
  ...Array.from({ length: 4 }, (_, index) => ({ name: `same${index}` })),
]);

describe('an overview as a document', () => {
  const document = overviewDocument(overview, { ...seriesUrl.defaults, columns: '7' });

  it('has the levels and the newest nights, in the groups of the page', () => {
    expect(document.tables.map(({ id, heads }) => [id, heads.length])).toEqual([
      ['levels', 4],
      ['nights', 7],
    ]);
    expect(document.tables[0]?.sections.map(({ label, rows }) => [label, rows.length])).toEqual([
      ['Changed', 1],
      ['Not measured', 1],
      ['Point queries', 4],
    ]);
  });

  it('keeps the numbers at full precision with their verdicts', () => {
    const [level, since, build, cpu] = document.tables[0]?.sections[0]?.rows[0]?.cells ?? [];
    expect(level).toMatchObject({ text: '0.90', level: 'r2', mark: 'dn', verdict: 'regression' });
    expect(String(level?.value).length).toBeGreaterThan(8);
    expect([since?.text, build?.text, cpu?.text]).toEqual(['28 Oct', expect.stringMatching(/^g1/), '1.11']);
    const nights = document.tables[1]?.sections;
    expect(nights?.[0]?.rows[0]?.cells.every(({ level: fill }) => fill === 'r2')).toBe(true);
    expect(nights?.[1]?.rows[0]?.cells.map(({ text, value }) => [text, value])).toEqual(
      Array(7).fill(['–', null]),
    );
    expect(document.tables[1]?.heads.at(-1)).toMatchObject({
      label: '16 Nov 2026',
      note: expect.stringMatching(/^g1/),
    });
  });

  it('says the sentence of the page', () => {
    expect(document.sentence.strong).toBe('1 of 5 tests is slower');
    expect(document.title).toBe('PostgreSQL 19devel, last 30 nights');
  });
});

describe('the readout of an overview', () => {
  const model = overviewModel(toOverviewData(overview), seriesUrl.defaults);

  it('has the night, the values behind the ratio, and the level', () => {
    expect(overviewReadout(model, { test: 'zipf_range=100', column: 13 })).toMatchObject({
      test: 'zipf',
      night: expect.stringMatching(/^16 Nov 2026 g/),
      value: expect.stringMatching(/^\d{3} \/ 1\u202f000 queries\/s$/),
      words: 'regression',
      direction: 'dn',
      level: expect.stringMatching(/^0\.90 ± 0\.\d+ since 28 Oct$/),
      cost: { text: '1.11' },
    });
    expect(overviewReadout(model, { test: 'gone_range=100', column: 13 })).toMatchObject({
      value: '',
      ratio: '',
      words: 'not measured',
      level: 'last run 6 Nov',
    });
    expect(overviewReadout(model, { test: 'no such test', column: 1 })).toBeNull();
  });

  it('is one line in the readout, and links to the series with the night picked', () => {
    const place = { test: 'zipf_range=100', column: 13 };
    expect(placeLabel(model, place)).toMatch(
      /^zipf range=100, 16 Nov 2026 g\w+, 0\.\d\d, regression, .*level 0\.90/,
    );
    expect(placeHref(model, place)).toMatch(/&test=zipf_range=100&a=n39$/);
    expect(placeHref(model, { ...place, column: null })).toMatch(/&test=zipf_range=100$/);
  });
});

describe('lines to choose from', () => {
  it('are servers, then what there is on the chosen one', () => {
    const { server, workload, line, lineKey } = overview;
    const entry = { key: lineKey, server, workload, line, nights: 40, newestAt: '2026-11-16' };
    const entries = [
      entry,
      { ...entry, key: 'other', line: { ...line, branch: 'REL_18', config: null } },
      { ...entry, server: { ...server, slug: 'big', name: 'big', cores: 48 } },
    ];
    const found = overviewLines(entries, toOverviewData(overview));
    expect(found.servers.map(({ text }) => text)).toEqual(['8-core PN53', '48-core big']);
    expect(found.workloads).toHaveLength(1);
    expect(found.lines.map(({ text }) => text)).toEqual([
      'PostgreSQL 19devel, branch master, config x10b_c8r32',
      'PostgreSQL 19devel, branch REL_18',
    ]);
  });
});
