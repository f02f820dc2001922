/** Hand-made heatmaps for the tests of this folder. */
import type { Origin, ProductHeatmap } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import type { KeyedColumn, ServerData, ServersData } from '../servers/servers-data';

interface HeatmapSketch {
  product?: string;
  benchmark?: BenchmarkId;
  workload?: string;
  cached?: boolean | null;
  clients?: number;
  origin?: Origin;
  versions?: string[];
  relativeTo?: string;
  at?: string;
}

export function testHeatmap(server: string, cores: number | null, sketch: HeatmapSketch): ProductHeatmap {
  const { workload = 'w', relativeTo, clients = 1, cached = true, at = '2026-01-01' } = sketch;
  return {
    product: sketch.product ?? 'MySQL',
    server: { slug: server, name: server, cores, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: workload,
      benchmark: sketch.benchmark ?? 'sysbench',
      label: 'sysbench, cached',
      details: [],
      clients,
      origin: sketch.origin ?? 'uploaded',
      relativeTo: relativeTo === undefined ? null : { table: 'a report', base: relativeTo },
      source: relativeTo === undefined ? null : 'a report',
      tables: 1,
      rowsPerTable: 50_000_000,
      primaryKey: true,
      cached,
    },
    versions: sketch.versions ?? ['9.5.0'],
    latestRunAt: at,
  };
}

type Values = ServerData['values'];

/** A server with columns 1.0, 2.0, ... and values by [row][column]. */
export function testServer(
  name: string,
  cores: number,
  values: Values,
  sketch: HeatmapSketch = {},
): ServerData {
  const { server, workload } = testHeatmap(name, cores, sketch);
  const count = Object.values(values)[0]?.[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, index): KeyedColumn => {
    const version = `${index + 1}.0`;
    return { slug: `mysql-${version}`, label: version, version, flavour: null, config: null, key: version };
  });
  return {
    server,
    workload,
    columns,
    ownKeys: {},
    values,
    excluded: [],
    repeats: null,
    spread: null,
    sources: {},
    noise: null,
    judged: null,
  };
}

/** Tests t0, t1, ... of one group. */
export function testData(servers: ServerData[], rows = 1): ServersData {
  return {
    product: 'MySQL',
    benchmark: 'sysbench',
    keys: ['1.0', '2.0'],
    base: '1.0',
    servers,
    rows: Array.from({ length: rows }, (_, index) => ({
      key: `t${index}_range=100`,
      name: `t${index}`,
      range: 100,
      group: 'point',
      groupLabel: 'Point queries',
      unit: 'queries/s',
    })),
    missing: null,
  };
}
