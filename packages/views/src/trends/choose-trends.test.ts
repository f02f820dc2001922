import type { Origin, ProductHeatmap } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../results/heatmap-order';
import { chooseTrends, trendsMenu } from './trends-page';

interface Sketch {
  product?: string;
  benchmark?: BenchmarkId;
  origin?: Origin;
  versions?: number;
}

function heatmap(server: string, sketch: Sketch = {}): ProductHeatmap {
  return {
    product: sketch.product ?? 'MySQL',
    server: { slug: server, name: server, cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: 'w',
      benchmark: sketch.benchmark ?? 'sysbench',
      label: 'sysbench',
      details: [],
      clients: 1,
      origin: sketch.origin ?? 'uploaded',
      relativeTo: null,
      source: null,
      tables: null,
      rowsPerTable: null,
      primaryKey: null,
      cached: null,
    },
    versions: Array.from({ length: sketch.versions ?? 2 }, (_, index) => `${index}.0`),
    latestRunAt: '2026-01-01',
  };
}

const NOTHING = { product: '', benchmark: '', on: [] as string[] };

describe('chosen trends', () => {
  it("are one's own with the longest history, databases before devices", () => {
    const all = [
      heatmap('disk', { product: 'storage', benchmark: 'fio', versions: 9 }),
      heatmap('short', { versions: 2 }),
      heatmap('long', { versions: 5 }),
      heatmap('old', { product: 'PostgreSQL', origin: 'published', versions: 20 }),
    ];
    const choice = chooseTrends(all, NOTHING);
    expect(choice).toMatchObject({ product: 'MySQL', benchmark: 'sysbench' });
    expect(choice?.chosen.map((entry) => addressOf(entry).server)).toEqual(['long', 'short']);
  });

  it('are eight unless more are asked for', () => {
    const all = Array.from({ length: 12 }, (_, index) => heatmap(`s${index}`));
    expect(chooseTrends(all, NOTHING)?.chosen).toHaveLength(8);
    const on = all.slice(0, 10).map(({ server }) => `${server.slug}@w`);
    expect(chooseTrends(all, { ...NOTHING, on })?.chosen).toHaveLength(10);
  });

  it('follow the heatmap of the URL, and survive names that are not there', () => {
    const all = [heatmap('a'), heatmap('b', { product: 'PostgreSQL', benchmark: 'insert-benchmark' })];
    expect(chooseTrends(all, { ...NOTHING, on: ['b@w'] })?.product).toBe('PostgreSQL');
    expect(chooseTrends(all, { ...NOTHING, product: 'MySQL', benchmark: 'gone' })?.benchmark).toBe(
      'sysbench',
    );
    expect(chooseTrends(all, { ...NOTHING, product: 'gone' })).toBeNull();
  });
});

describe('the menu of lines', () => {
  it('stays short, keeps what is drawn, and counts what it leaves out', () => {
    const all = Array.from({ length: 70 }, (_, index) => heatmap(`s${index}`, { versions: 70 - index }));
    const choice = chooseTrends(all, { ...NOTHING, on: ['s69@w'] });
    const menu = choice && trendsMenu(choice);
    expect(menu).toMatchObject({ shown: 1, total: 70, hidden: 10 });
    expect(menu?.lines[0]).toEqual({
      text: 's69@w',
      server: 's69',
      details: 'sysbench, 1 version',
      chosen: true,
    });
  });
});
