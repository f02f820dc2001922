import type { Noise } from '@basecase/analysis';
import type { ProductHeatmap, ProductView } from '@basecase/db/types';
import { compareTests } from '@basecase/ingest/model';
import { type Placement, type SentResults, toSentResults } from '../results/sent-results';
import { toTestRows } from '../results/test-row';
import { testAliases } from '../text/test-aliases';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { readMetric } from '../verdict/read-metric';
import type { KeyedColumn } from './column-keys';
import type { ServerData, ServersData } from './servers-data';
import { SERVERS_METRICS, type ServersMetric } from './servers-state';

type Results = Omit<SentResults<ServersMetric>, 'noise'>;

interface Input {
  chosen: readonly ProductHeatmap[];
  /** Columns that were read, for each chosen heatmap. */
  columns: readonly (readonly KeyedColumn[])[];
  views: readonly ProductView[];
  /** Of each chosen heatmap; left out, there are no verdicts. */
  noise?: readonly Noise[];
  keys: string[];
  base: string;
}

/** Puts the views of several servers under the same rows. */
export function toServersData({ chosen, columns, views, noise, keys, base }: Input): ServersData | null {
  const [first] = chosen;
  if (!first) return null;
  const tests = new Map(views.flatMap(({ matrix }) => matrix.rows.map((row) => [row.key, row])));
  const aliases = testAliases([...tests.values()]);
  const rows = [...tests.values()].filter(({ key }) => !aliases.has(key)).sort(compareTests);
  const position = new Map(rows.map(({ key }, index) => [key, index]));
  const rowOf = (key: string) => position.get(aliases.get(key) ?? key) ?? 0;
  return {
    product: first.product,
    benchmark: first.workload.benchmark,
    keys,
    base,
    servers: chosen.map(({ server, workload }, index) => {
      const view = views.find((each) => each.server === server.slug && each.workload === workload.slug);
      const own = columns[index] ?? [];
      const at = (slug: string) => own.findIndex((column) => column.slug === slug);
      const target = {
        rows: view?.matrix.rows.map(({ key }) => rowOf(key)) ?? [],
        columns: view?.matrix.columns.map(({ slug }) => (at(slug) === -1 ? null : at(slug))) ?? [],
        size: { rows: rows.length, columns: own.length },
      };
      const ownKeys: ServerData['ownKeys'] = Object.fromEntries(
        (view?.matrix.rows ?? []).flatMap(({ key }) => (aliases.has(key) ? [[rowOf(key), key]] : [])),
      );
      const known = noise?.[index];
      const variants = own.map((column) => ({ ...column, product: first.product }));
      const named = rows.map(({ key }, row) => ({ key: ownKeys[row] ?? key }));
      return {
        server,
        workload,
        columns: [...own],
        ownKeys,
        judged: null,
        noise: known ? toHeatmapNoise(known, { columns: variants, rows: named }) : null,
        ...(view ? resultsOf(view, target, server.cores) : NO_RESULTS),
      };
    }),
    rows: toTestRows(rows),
    missing: null,
  };
}

const NO_RESULTS: Results = { values: {}, excluded: [], repeats: null, spread: null, sources: {} };

function resultsOf({ matrix }: ProductView, placement: Placement, cores: number | null): Results {
  return toSentResults(matrix, {
    metrics: SERVERS_METRICS,
    read: (metric, row, column) => readMetric(matrix, metric, { row, column, cores }),
    placement,
  });
}
