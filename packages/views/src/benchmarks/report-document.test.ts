import { describe, expect, it } from 'vitest';
import type { ViewDocument } from '../document/view-document';
import { makeState, makeView, textsOf, toEntry } from '../testing/test-view';
import { dbBenchReport } from './db-bench/db-bench';
import { fsyncReport } from './fsync/fsync';
import { insertBenchmarkReport } from './insert-benchmark/insert-benchmark';
import { reportDocument } from './report-document';
import type { ReportModel } from './report-model';
import { versionsPage } from './report-page';
import { tprocCReport } from './tproc-c/tproc-c';

const SKETCHES = {
  'insert-benchmark': makeView({
    benchmark: 'insert-benchmark',
    columns: ['MySQL 8.0.43', 'MySQL 9.4.0'],
    tests: { 'l.i0': [1000.123456789, 900], 'qr100.L1': [{ throughput: 9, status: 'sla_failed' }, 8] },
  }),
  fio: makeView({
    benchmark: 'fio',
    columns: ['storage no-sync', 'storage fsync'],
    tests: {
      '16 KB': [
        { throughput: 1000, bandwidth: 1e6 },
        { throughput: 100, bandwidth: 1e5, sync_latency_avg: 0.001234567 },
      ],
    },
  }),
  'tproc-c': makeView({
    benchmark: 'tproc-c',
    columns: ['PostgreSQL 12.22', 'PostgreSQL 18.1'],
    tests: { 'vu1.w100': [{ throughput: 500, tpm: 1200 }, 495] },
  }),
  db_bench: makeView({
    benchmark: 'db_bench',
    columns: ['RocksDB 9.0', 'RocksDB 10.0'],
    tests: { fillseq: [400_000, 410_000] },
  }),
} as const;

const KINDS = {
  'insert-benchmark': 'insert-benchmark',
  fio: 'fsync',
  'tproc-c': 'tproc-c',
  db_bench: 'db-bench',
} as const;

function documentOf(benchmark: keyof typeof SKETCHES): { model: ReportModel; document: ViewDocument } {
  const view = SKETCHES[benchmark];
  const state = makeState();
  const model = {
    'insert-benchmark': () => insertBenchmarkReport(view, state, () => ''),
    fio: () => fsyncReport([view], state, () => ''),
    'tproc-c': () => tprocCReport(view, state, () => ''),
    db_bench: () => dbBenchReport([view], state, () => ''),
  }[benchmark]();
  if (!model) throw new Error('None of these jobs syncs.');
  const page = versionsPage({ kind: KINDS[benchmark], entries: [toEntry(view)], view, state });
  return { model, document: reportDocument({ page, model, notes: ['A note.'] }) };
}

const textOf = ({ tables }: ViewDocument) =>
  tables.map(({ sections }) =>
    sections.flatMap(({ rows }) =>
      rows.map(({ name, note, cells }) => [
        [name, note].filter(Boolean).join(' '),
        ...cells.map((cell) => (cell.note === '' ? cell.text : `${cell.text} (${cell.note})`)),
      ]),
    ),
  );

describe('a report as a document', () => {
  it.each(['insert-benchmark', 'fio', 'tproc-c', 'db_bench'] as const)(
    'has every cell of the %s report, also of the test in detail',
    (benchmark) => {
      const { model, document } = documentOf(benchmark);
      const shown = [...model.tables, ...(model.detail?.tables ?? [])];
      expect(shown.length).toBeGreaterThan(0);
      expect(textOf(document)).toEqual(shown.map(textsOf));
      expect(document.tables.map(({ title }) => title)).toEqual(shown.map(({ title }) => title));
      for (const { heads } of document.tables) {
        expect(new Set(heads.map(({ key }) => key)).size).toBe(heads.length);
      }
      expect(document).toMatchObject({ sentence: model.sentence, notes: ['A note.'] });
    },
  );

  it('keeps numbers at full precision, of ratios too', () => {
    const { tables } = documentOf('insert-benchmark').document;
    const values = tables
      .slice(0, 2)
      .map(({ sections }) =>
        sections.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ value }) => value))),
      );
    expect(values).toEqual([
      [
        [1000.123456789, 9],
        [900, 8],
      ],
      [
        [1, null],
        [900 / 1000.123456789, null],
      ],
    ]);
    const [sync] = documentOf('fio').document.tables;
    const cells = sync?.sections[0]?.rows[0]?.cells.map(({ value }) => value);
    expect(cells).toEqual(expect.arrayContaining([0.001234567, 0.1]));
    const tpm = documentOf('tproc-c').document.tables.find(({ id }) => id === 'tpm');
    expect(tpm?.sections[0]?.rows[0]?.cells.map(({ value }) => value)).toEqual([1200]);
  });

  it('names its benchmark and leaves out the effects of clicks', () => {
    const { title, tables } = documentOf('db_bench').document;
    expect(title).toBe('db_bench: RocksDB 9.0 to 10.0');
    expect(tables.find(({ id }) => id === 'relative')?.hint).toBe(
      'version / base; the base column is operations per second',
    );
  });
});
