import { versionSortKey, type Workload } from '@basecase/ingest/model';
import { followLabel } from '../import/workload-text';
import type { CorrectionField, RunChanges } from '../types/corrections';
import type { RunReading } from './run-reading';

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
  const { server, product, version, flavour, config, startedAt, campaign, ...workload } = changes;
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
  const sortKey = versionSortKey(version);
  return { version, sortKey, versionKnown: !sortKey.startsWith('~') };
}
