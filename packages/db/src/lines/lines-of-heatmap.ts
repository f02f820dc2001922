import {
  type ConfigLines,
  type ConfigPair,
  findConfigLines,
  judgePair,
  type Matrix,
  type Noise,
  testedPair,
} from '@basecase/analysis';
import type { PoolClient } from 'pg';
import type { Heatmap, HeatmapColumn } from '../regressions/load-heatmap';
import { listRows } from '../rows';
import { decisionsInForce } from './line-decisions';

/** Settings shown at a seam; a dump may differ in hundreds. */
const MOST_SETTINGS = 30;

/** The lines that a heatmap is judged along. */
export interface LinesInForce {
  /** Stored with the evaluation; null: it was judged before there were lines, and nothing is joined yet. */
  stored: ConfigLines | null;
  /** `z12a → z12b` of each join that came or went since it was judged last. */
  changes: string[];
}

/**
 * Finds the configs of a heatmap that continue each other: names, settings, versions that were measured with both, and
 * decisions.
 *
 * @param matrix of its releases, each config apart
 * @param isPreview true: as if the joins of an older evaluation were confirmed
 */
export async function linesOfHeatmap(
  client: PoolClient,
  {
    heatmap,
    matrix,
    noise,
    isPreview,
  }: { heatmap: Heatmap; matrix: Matrix<HeatmapColumn>; noise: Noise; isPreview: boolean },
): Promise<LinesInForce> {
  const texts = await configTexts(client, heatmap, matrix);
  const found = findConfigLines(matrix.columns, {
    settingsOf: (product, config) => texts.get(textKey(product, config)) ?? null,
    compare: (base, column) => testedPair(matrix, judgePair(matrix, { base, column, noise }).cells),
    decisions: await decisionsInForce(client),
  });
  const isOlder = heatmap.wasEvaluated && heatmap.lines === null && !heatmap.isDecided;
  if (isOlder && !isPreview && found.lines.length > 0) return { stored: null, changes: [] };
  const [before, after] = [heatmap.lines?.lines ?? [], found.lines].map(
    (lines) => new Set(lines.flatMap(({ seams }) => seams.map(({ from, to }) => `${from} → ${to}`))),
  );
  const changes = [...(before ?? [])].filter((seam) => !after?.has(seam));
  changes.push(...[...(after ?? [])].filter((seam) => !before?.has(seam)));
  return { stored: shortened(found), changes: heatmap.wasEvaluated ? changes : [] };
}

function shortened({ lines, proposals, steps }: ConfigLines): ConfigLines {
  const short = <Pair extends ConfigPair>(pair: Pair): Pair => ({
    ...pair,
    changed: pair.changed?.slice(0, MOST_SETTINGS) ?? null,
  });
  return {
    lines: lines.map((line) => ({ ...line, seams: line.seams.map(short) })),
    proposals: proposals.map(short),
    ...(steps && { steps: steps.map(short) }),
  };
}

const textKey = (product: string, config: string) => JSON.stringify([product, config]);

/** Texts of configs, where a product has several of them. */
async function configTexts(
  client: PoolClient,
  { runs }: Heatmap,
  { columns }: Matrix<HeatmapColumn>,
): Promise<Map<string, string>> {
  const configs = new Set(
    columns.flatMap(({ product, config }) => (config === null ? [] : [textKey(product, config)])),
  );
  if (configs.size < 2) return new Map();
  const rows = await listRows<{ product: string; name: string; text: string }>(
    client,
    `SELECT products.name AS product, configs.name, text FROM configs JOIN products ON products.id = product_id
     WHERE text IS NOT NULL AND product_id = ANY ($1) AND configs.name = ANY ($2)`,
    [[...new Set(runs.map(({ productId }) => productId))], columns.flatMap(({ config }) => config ?? [])],
  );
  return new Map(rows.map(({ product, name, text }) => [textKey(product, name), text]));
}
