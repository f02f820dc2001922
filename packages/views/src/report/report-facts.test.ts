import type { CompareColumn, CompareView } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { reportFacts } from './view-report';

const column = (version: string, config: string | null, product = 'MySQL'): CompareColumn => ({
  slug: `${product}-${version}`,
  label: `x.my${version}`,
  product,
  version,
  flavour: 'rel_o2nofp',
  config,
  runs: 1,
});

function view(change: Partial<CompareView['workload']> = {}): CompareView {
  return {
    server: {
      slug: 'pn53',
      name: 'pn53',
      cores: 8,
      cpu: 'AMD Ryzen 7',
      memoryBytes: 32 * 1024 ** 3,
      storage: 'NVMe',
      os: 'Ubuntu 24.04',
    },
    workload: {
      slug: 'w',
      benchmark: 'sysbench',
      label: 'sysbench, cached',
      details: ['1 table × 50M rows', '1 client'],
      clients: 1,
      origin: 'recorded',
      relativeTo: null,
      source: null,
      ...change,
    },
    matrix: {
      columns: [column('8.0.43', 'z12a_c8r32'), column('9.5.0', 'z12a_c8r32'), column('9.5.0', 'z12b_c8r32')],
      rows: [],
      values: {},
      sources: {},
      status: [],
      repeats: [[1, 3]],
      spread: [],
    },
  };
}
const textOf = (facts: ReturnType<typeof reportFacts>, label: string) =>
  facts.find((fact) => fact.label === label)?.text;

describe('what was tested on what', () => {
  it('is everything that is known, each version and config once', () => {
    expect(reportFacts(view())).toEqual([
      { label: 'Server', text: '8-core, pn53' },
      { label: 'Hardware', text: 'AMD Ryzen 7, 32 GB of memory, NVMe' },
      { label: 'Operating system', text: 'Ubuntu 24.04' },
      { label: 'Versions', text: 'MySQL 8.0.43, 9.5.0' },
      { label: 'Builds', text: 'rel_o2nofp' },
      { label: 'Configs', text: 'z12a_c8r32, z12b_c8r32' },
      { label: 'Workload', text: 'sysbench, cached, 1 table × 50M rows, 1 client' },
      { label: 'Tests', text: '0 tests, up to 3 results each; the median is shown' },
      { label: 'Figures', text: 'recorded by this project' },
    ]);
  });

  it('names the versions where a line continues in another config', () => {
    const joined = view();
    joined.matrix.columns = [column('8.0.43', 'z12a'), column('9.4.0', 'z12a'), column('9.5.0', 'z13a')].map(
      (own) => ({ ...own, line: 'z12a' }),
    );
    expect(textOf(reportFacts(joined), 'Config changes')).toBe(
      'z13a from 9.5.0 on; versions are compared across them',
    );
  });

  it('leaves out unknown facts', () => {
    const bare = view();
    Object.assign(bare.server, { cores: null, cpu: null, memoryBytes: null, storage: null, os: null });
    bare.matrix.columns = [{ ...column('8.0.43', null), flavour: null }];
    const labels = reportFacts(bare).map(({ label }) => label);
    expect(labels).toEqual(['Server', 'Versions', 'Workload', 'Tests', 'Figures']);
  });

  it('names the report that figures were published in', () => {
    const facts = reportFacts(
      view({
        origin: 'published',
        label: 'sysbench (2025-05 MySQL)',
        details: ['1 table × 50M rows', '1 client', 'relative to x.my5651'],
        source: '2025-05 MySQL',
        relativeTo: { table: 't', base: 'x.my5651' },
      }),
    );
    expect(textOf(facts, 'Workload')).toBe('sysbench, 1 table × 50M rows, 1 client');
    expect(textOf(facts, 'Figures')).toBe('published in 2025-05 MySQL, as ratios to x.my5651 only');
  });
});
