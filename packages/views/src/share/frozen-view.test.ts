import type { CompareSnapshot, PermalinkView } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { toColumnSet } from '../compare/column-set';
import { compareUrl } from '../compare/compare-state';
import { heatmapModel } from '../compare/heatmap/heatmap-model';
import { makeView } from '../testing/test-view';
import { toFrozenView } from './frozen-view';

const COLUMNS = ['MySQL 8.0.43 - -', 'MySQL 9.5.0 - -', 'PostgreSQL 17.7 - -', 'PostgreSQL 18.1 - -'];
const view = (columns = COLUMNS, values = [100, 80, 50, 60]) =>
  makeView({ benchmark: 'sysbench', columns, tests: { scan: values } });

const permalink = (path: string, snapshot: Partial<CompareSnapshot>): PermalinkView => ({
  slug: 'a1b2',
  kind: 'compare',
  path,
  title: 'A view',
  createdAt: '2026-01-14T00:00:00.000Z',
  author: null,
  isPublic: false,
  parserVersion: 1,
  snapshot: { shape: 1, view: view(), details: null, parserVersions: [1], ...snapshot },
});

const textsOf = (frozen: PermalinkView, query = '') => {
  const { data, state } = toFrozenView(frozen);
  const shown = compareUrl.parse(new URLSearchParams(query), state);
  return heatmapModel(toColumnSet(data, shown), shown).groups[0]?.rows[0]?.cells.map(({ text }) => text);
};

describe('a permalink without products, from an older version', () => {
  it('keeps its ratios across products', () => {
    expect(textsOf(permalink('/compare', {}))).toEqual(['100', '0.80', '0.50', '0.60']);
    const based = permalink('/compare?base=postgresql-17.7', {});
    const slug = view().matrix.columns[2]?.slug;
    expect(textsOf({ ...based, path: `/compare?base=${slug}` })).toEqual(['2.00', '1.60', '50', '1.20']);
  });

  it('keeps the first column as the base of a table of ratios', () => {
    const table = makeView({
      benchmark: 'sysbench',
      columns: ['PostgreSQL 18.1 - cw16', 'PostgreSQL 18.1 - cw2'],
      tests: { scan: [0.9, 1] },
      workload: { relativeTo: { table: 'Table', base: '18.1 cw2' } },
    });
    expect(textsOf(permalink('/compare', { view: table }))).toEqual(['0.90', '1.11']);
    const [, published] = table.matrix.columns;
    const bases = { base: published?.slug ?? '', bases: 'own' } as const;
    expect(textsOf(permalink('/compare', { view: table, bases }))).toEqual(['0.90', '1.00']);
  });
});

describe('a permalink of products side by side', () => {
  const [first, , third] = view().matrix.columns;
  const bases = { base: `${first?.slug},${third?.slug}`, bases: 'own' } as const;

  it('has a base for each of them, whatever rule chooses one now', () => {
    const frozen = permalink('/compare?product=MySQL&product=PostgreSQL', { bases });
    expect(textsOf(frozen)).toEqual(['100', '0.80', '50', '1.20']);
  });

  it('shows all columns that were frozen, also where the address names them one by one', () => {
    const slugs = view().matrix.columns.map(({ slug }) => slug);
    const frozen = permalink(`/compare?cols=${slugs.join()}`, { bases });
    expect(textsOf(frozen)).toEqual(['100', '0.80', '50', '1.20']);
    expect(textsOf(frozen, 'bases=one')).toEqual(['2.00', '1.60', '50', '1.20']);
  });
});

it('a permalink of costs keeps what it said of throughput by plain thresholds', () => {
  const costs = makeView({
    benchmark: 'sysbench',
    columns: COLUMNS.slice(0, 2),
    tests: {
      scan: [
        { throughput: 100, cpu_per_op: 1 },
        { throughput: 93, cpu_per_op: 1.1 },
      ],
    },
  });
  const noise = { kind: { clients: 1, cached: true }, server: 'unknown', pairs: [] };
  const firstBad = (verdicts: unknown) => {
    const judgement = { noise, verdicts, setups: null };
    const { data, state } = toFrozenView(permalink('/compare?metric=cpu_per_op', { view: costs, judgement }));
    return heatmapModel(toColumnSet(data, state), state).groups[0]?.rows[0]?.firstBad;
  };
  expect(firstBad([])).toBe('9.5.0');
  // Since verdicts are frozen with it, they are what it says.
  const verdicts = {
    key: '0,1/0',
    ruleVersion: 3,
    cells: ['nn'],
    rows: [{ firstBad: null, largest: null, down: [] }],
    columns: [0, 1].map(() => ({ shift: null, pairs: 0 })),
  };
  expect(firstBad([verdicts])).toBeNull();
});
