import path from 'node:path';
import { isBesideTest, parseRunDirectory } from '@basecase/ingest';
import type { Build } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { CellAddress } from '../get-cell-evidence';
import type { TestRun } from './list-test-runs';
import type { StoredArtifact } from './read-stored';

const PROFILE_KINDS = ['flamegraph', 'folded_stacks'];
/** Files that are looked through for those of one test. */
const MAX_LISTED = 5000;

const ALONE = `
SELECT a.id, a.path, a.kind, a.sha256, u.settings, u.first_reading->>'rootLabel' AS "rootLabel",
  u.server_name IS NOT NULL AS "isServerNamed"
FROM artifacts a
JOIN uploads u ON u.id = a.upload_id
JOIN servers s ON s.slug = $1 AND (u.server_name IS NULL OR lower(u.server_name) IN (lower(s.name), s.slug))
WHERE a.kind = ANY ($2) AND u.state = 'stored' AND u.run_count = 0
ORDER BY a.id DESC
LIMIT ${MAX_LISTED}`;

interface Alone extends StoredArtifact {
  settings: Record<string, string>;
  rootLabel: string | null;
  isServerNamed: boolean;
}

export interface ProfileFiles {
  files: StoredArtifact[];
  /** That the retention rule removed them; null: they are stored. */
  removed: string | null;
}

/**
 * Flame graphs and folded stacks of one test: those next to its logs, else those of an upload that has nothing else.
 */
export async function listProfileFiles(
  database: Database,
  run: TestRun,
  cell: CellAddress,
): Promise<ProfileFiles> {
  const besideRows = await database.prisma.artifact.findMany({
    where: { uploadId: run.uploadId, kind: { in: PROFILE_KINDS } },
    orderBy: { path: 'asc' },
    take: MAX_LISTED,
    select: { id: true, path: true, kind: true, sha256: true },
  });
  const beside = besideRows.map(({ id, ...file }) => ({ ...file, id: Number(id) }));
  const own = beside.filter((file) => isBesideTest(file.path, run.own, run.others));
  if (own.length > 0) return { files: own, removed: run.removed };
  const { rows } = await database.pool.query<Alone>(ALONE, [cell.server, PROFILE_KINDS]);
  const directory = path.posix.dirname(run.own[0] ?? '.');
  const others = run.others.filter((log) => path.posix.dirname(log) === directory);
  const files = rows
    .filter((file) => isOfRun(file, run))
    .filter((file) => {
      // Treated as if it were next to the logs.
      const moved = path.posix.join(directory, path.posix.basename(file.path));
      return isBesideTest(moved, run.own, others);
    });
  return { files, removed: null };
}

/**
 * True when a directory of the file is named as that of the run is, or names its version. For a file without a named
 * server only the first counts.
 */
function isOfRun({ path: file, settings, rootLabel, isServerNamed }: Alone, run: TestRun): boolean {
  const directories = [...path.posix.dirname(file).split('/'), rootLabel ?? ''].filter((name) => name !== '');
  // All nights of a line have directories of one name: there the commit has to be named.
  if (run.build === null && directories.some((name) => name === run.label)) return true;
  if (!isServerNamed) return false;
  return directories.some((name) => {
    const said = { ...parseRunDirectory(name).variant, ...settings };
    const { product, version, flavour, config } = run.variant;
    return (
      isOfBuild(said.build ?? null, settings['commit'], run.build) &&
      said.product === product &&
      said.version === version &&
      (said.flavour === null || said.flavour === flavour) &&
      (said.config === null || said.config === config)
    );
  });
}

/** A file of a night names its commit; one of a release names none. */
function isOfBuild(named: Build | null, set: string | undefined, build: TestRun['build']): boolean {
  const commit = (set ?? named?.commit)?.toLowerCase();
  if (build === null) return named === null && commit === undefined;
  return commit !== undefined && (build.commit?.startsWith(commit) ?? false);
}
