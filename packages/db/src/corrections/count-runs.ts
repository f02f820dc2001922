import { isVersion, versionSortKey, type Workload } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { type CountedRun, placeRuns } from '../epochs/write-runs';
import { findServerId, serverId, variantId, workloadId } from '../import/dimensions';
import { followLabel } from '../import/workload-text';
import { findValue, listRows } from '../rows';
import type { CorrectionField, RunChanges } from '../types/corrections';
import { loadReadings } from './load-readings';
import { applyRenames, planRenames } from './rename-results';
import type { RunReading } from './run-reading';

/**
 * Makes runs count by what was read of them and by the corrections that are in force now. The caller holds the import
 * lock.
 */
export async function countRuns(client: PoolClient, runIds: readonly number[]): Promise<void> {
  const readings = await loadReadings(client, runIds);
  const layers = await layersOf(client, runIds);
  const place = placing(client);
  const counted: CountedRun[] = [];
  const renames = await planRenames(
    client,
    readings.map(({ id, asRead }) => ({ id, renamed: asRead.renamed, layers: layers.get(id) ?? [] })),
  );
  for (const { id, asRead } of readings) {
    const own = layers.get(id) ?? [];
    const now = correctReading(asRead, own);
    counted.push({
      ...(await place(now)),
      id,
      startedAt: now.startedAt,
      // A date that a correction gives is when the run counts from; else it counts from when it was read to have
      // begun.
      at: now.startedAt ?? now.at,
      campaign: now.campaign,
      asRead: own.length > 0 ? JSON.stringify({ ...asRead, renamed: renames.renamed.get(id) }) : null,
      corrected: correctedFields(own),
    });
  }
  await placeRuns(client, counted);
  await applyRenames(client, renames);
}

const LAYERS = `
SELECT run_id AS "runId", changes FROM corrections JOIN correction_runs ON correction_id = corrections.id
WHERE run_id = ANY ($1) AND undone_at IS NULL ORDER BY corrections.id`;

/** Corrections in force by run, the oldest first. */
async function layersOf(client: PoolClient, runIds: readonly number[]): Promise<Map<number, RunChanges[]>> {
  const rows = await listRows<{ runId: number; changes: RunChanges }>(client, LAYERS, [runIds]);
  const layers = new Map<number, RunChanges[]>();
  for (const { runId, changes } of rows) layers.set(runId, [...(layers.get(runId) ?? []), changes]);
  return layers;
}

interface Place extends HeatmapKey {
  variantId: number;
}

type Placing = (counted: RunReading) => Promise<Place>;

/** Finds or makes what runs point to, once for all runs that say the same. */
function placing(client: PoolClient): Placing {
  const known = new Map<string, Promise<number>>();
  const once = (key: unknown, find: () => Promise<number>) => {
    const text = JSON.stringify(key);
    const found = known.get(text) ?? find();
    known.set(text, found);
    return found;
  };
  return async ({ server, serverSlug, workload, variant, at }) => {
    return {
      serverId: await once(['server', server, serverSlug], () => placeServer(client, server, serverSlug)),
      workloadId: await once(['workload', workload], () => workloadId(client, workload)),
      variantId: await once(['variant', variant, at], () =>
        variantId(client, variant, { configText: null, measuredAt: at }),
      ),
    };
  };
}

/**
 * A server that a correction names keeps its own facts: those that were read with the wrong name may be another
 * machine's. A new server is the one that the files describe, under another name.
 *
 * @param slug of the server that the run was read to be of; left out where a correction names another
 */
async function placeServer(
  client: PoolClient,
  server: RunReading['server'],
  slug: string | undefined,
): Promise<number> {
  const known =
    slug === undefined
      ? await findServerId(client, server.name)
      : await findValue<number>(client, 'SELECT id FROM servers WHERE slug = $1', [slug]);
  return known ?? serverId(client, server);
}

/**
 * Lays corrections over what was read.
 *
 * @param layers in the order in which they were made: the last one that says a field wins
 */
export function correctReading(reading: RunReading, layers: readonly RunChanges[]): RunReading {
  return layers.reduce(lay, reading);
}

/** Fields that some layer says, each once, in alphabetical order. */
export function correctedFields(layers: readonly RunChanges[]): CorrectionField[] {
  return [...new Set(layers.flatMap((layer) => Object.keys(layer) as CorrectionField[]))].sort();
}

function lay({ serverSlug, ...reading }: RunReading, changes: RunChanges): RunReading {
  const { server, product, version, branch, flavour, config, startedAt, campaign, ...others } = changes;
  const { test: _, metric: __, ...workload } = others;
  return {
    ...reading,
    ...(startedAt !== undefined && { startedAt }),
    ...(campaign !== undefined && { campaign }),
    // Facts of the machine in the files apply to the server that the run is counted on.
    ...(server === undefined
      ? serverSlug !== undefined && { serverSlug }
      : { server: { ...reading.server, name: server } }),
    workload: relabel(reading.workload, workload),
    variant: {
      ...reading.variant,
      ...(product !== undefined && { product }),
      ...(flavour !== undefined && { flavour }),
      ...(config !== undefined && { config }),
      ...(version !== undefined && toVersion(version)),
      ...(branch !== undefined &&
        reading.variant.build?.branch && { build: { ...reading.variant.build, branch } }),
    },
  };
}

/**
 * A label often repeats what must be equal: `cached, 1 client`. Where that is corrected and the label is not, its words
 * follow: else it would go on saying what is not so.
 */
function relabel(read: RunReading['workload'], changes: Partial<Workload>): RunReading['workload'] {
  const now = { ...read, ...changes };
  return changes.label === undefined && read.label !== null
    ? { ...now, label: followLabel(read.label, { before: read, after: now }) }
    : now;
}

function toVersion(version: string) {
  return { version, sortKey: versionSortKey(version), versionKnown: isVersion(version) };
}
