import path from 'node:path';
import { groupBy } from '../../../assemble/add-to-group';
import { Measurements, newResult } from '../../../assemble/measurements';
import { takeVersionBuild } from '../../../layout/take-build';
import { type ResultStatus, UNKNOWN_WORKLOAD, type Variant } from '../../../model/run';
import { type AssembleContext, newPart, type RunPart } from '../../family';
import { type PathFacts, parsePath, threadsOf } from '../names';

/** One result and what decides which run it belongs to. */
export interface Draft {
  directory: string;
  label: string;
  variant: Variant;
  workload: Pick<PathFacts, 'workload' | 'cached' | 'clients'>;
  isSummary: boolean;
  cores: number | null;
  entries: number | null;
  test: string;
  status: ResultStatus;
  threads: number | null;
  tool: string | null;
  measurements: Measurements;
}

const UNIT = 'operations/s';

/** Label of a run whose files are in a directory. */
export function labelOfDirectory(directory: string, context: Pick<AssembleContext, 'rootLabel'>): string {
  return directory === '.' ? context.rootLabel : path.posix.basename(directory);
}

/**
 * @param version as a log or a table says; null or empty: the name of the directory, else the label as it is
 */
export function toVariant(filePath: string, version: string | null, label: string): Variant {
  const facts = parsePath(filePath);
  const said = version !== null && version !== '' ? takeVersionBuild(version) : null;
  const known = said?.version ?? facts.version;
  const build = said?.build ?? facts.build;
  return {
    product: 'RocksDB',
    version: known ?? label,
    versionKnown: known !== null && /^\d/.test(known),
    flavour: facts.flavour,
    config: facts.config,
    ...(build && { build }),
  };
}

/** Results of one directory, variant and workload are one part. Its clients are those of its name, else the most threads of its tests. */
export function toParts(drafts: readonly Draft[]): RunPart[] {
  const groups = groupBy(drafts, ({ directory, label, variant, workload, isSummary }) =>
    JSON.stringify([directory, label, variant, workload, isSummary]),
  );
  return [...groups.values()].flatMap((group) => (group[0] ? [toPart(group[0], group)] : []));
}

function toPart(first: Draft, drafts: readonly Draft[]): RunPart {
  const { directory, label, variant, workload, isSummary } = first;
  return newPart({
    ...{ benchmark: 'db_bench', label, directory, variant, isSummary },
    workload: {
      ...UNKNOWN_WORKLOAD,
      rowsPerTable: largest(drafts.map(({ entries }) => entries)),
      clients: workload.clients ?? largest(drafts.map(({ threads }) => threads)),
      ...{ cached: workload.cached, label: workload.workload },
    },
    cores: largest(drafts.map(({ cores }) => cores)),
    results: drafts.map(({ test, status, threads, tool, measurements }) =>
      newResult({ test, status, unit: UNIT, clients: threads, tool, measurements }),
    ),
  });
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => Math.max(a, b));
}

/** A draft without measurements of a test that a table names. */
export function tableDraft(
  { path: filePath, label, version, test }: { path: string; label: string; version: string; test: string },
  failed: boolean,
): Draft {
  const { workload, cached, clients } = parsePath(filePath);
  return {
    directory: path.posix.dirname(filePath),
    label,
    variant: toVariant(filePath, version, label),
    workload: { workload, cached, clients },
    isSummary: true,
    cores: null,
    entries: null,
    test,
    status: failed ? 'failed' : 'ok',
    threads: threadsOf(test),
    tool: version === '' ? null : `db_bench ${version}`,
    measurements: new Measurements(),
  };
}
