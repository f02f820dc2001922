import { findNoise, looksCached, type Matrix, type Noise, type NoiseRun } from '@basecase/analysis';
import { campaignKey } from '../../queries/campaigns';
import { type Heatmap, repeatMatrix } from '../load-heatmap';

/**
 * The noise of a heatmap from its runs. A campaign is the named one, else an upload: runs sent together were measured
 * together. Whether the workload is cached is derived from its reads if not specified.
 */
export function heatmapNoise(whole: Heatmap): Noise {
  // Every build has different code: the noise of nights is that of their series (docs/method.md §10).
  const heatmap = { ...whole, runs: whole.runs.filter(({ build }) => !build) };
  const matrix = withOneSource(repeatMatrix(heatmap), heatmap);
  const columns = matrix.columns.map(
    ({ runId, repeat, label, product, version, flavour, config, at, ...run }): NoiseRun => ({
      id: String(runId),
      repeat,
      label,
      product,
      version,
      flavour,
      config,
      campaigns: [run, ...(run.carriers ?? [])].map(campaignKey),
      at,
    }),
  );
  return findNoise(
    { ...matrix, columns },
    {
      benchmark: heatmap.benchmark,
      clients: heatmap.workload.clients,
      cached: heatmap.cached ?? looksCached(matrix),
      server: heatmap.server.kind ?? null,
      exclusions: heatmap.exclusions.map(({ run, other, reason }) => ({
        run: String(run),
        other: other === null ? null : String(other),
        reason,
      })),
    },
  );
}

/** The 1.00 of the base of a published table of ratios is computed, and the same kind of number as the others. */
function withOneSource<Column>(matrix: Matrix<Column>, { workload }: Heatmap): Matrix<Column> {
  const { throughput } = matrix.sources;
  if (workload.relativeTo === null || !throughput) return matrix;
  const same = throughput.map((row) => row.map((source) => (source === '-' ? source : 'reported')));
  return { ...matrix, sources: { ...matrix.sources, throughput: same } };
}
