import { readdirSync } from 'node:fs';
import { fromRoot } from '../bootstrap/paths.mjs';

/** Parts of the paths of database tests that run on a cluster: what only a cluster does, and what one PostgreSQL does. */
export const ON_CLUSTER = ['.citus.test.', 'packages/db/src/', 'apps/cli/src/'];

/**
 * Database tests that do not, and why.
 * @type {readonly { path: string; test?: string; why: string }[]} path: of a file, or of a folder; test: only this one of the
 *   file, which skips itself there
 */
export const NOT_ON_CLUSTER = [
  {
    path: 'packages/db/src/epochs/epoch-lock.int.test.ts',
    why: 'requires that readers never wait, which holds for one PostgreSQL; epoch-lock.citus.test.ts has the other rule',
  },
  {
    path: 'packages/db/src/epochs/epochs.int.test.ts',
    why: 'watches every write by its own triggers, which a cluster refuses',
  },
  {
    path: 'packages/db/src/constraints.int.test.ts',
    why: 'names constraints, and those of shards have numbers behind their names',
  },
  {
    path: 'packages/db/src/queries/heatmaps/compare-plan.int.test.ts',
    why: 'reads the plan of one PostgreSQL; compare-plan.citus.test.ts reads that of a cluster',
  },
  {
    path: 'packages/db/src/queries/heatmaps/product-views.int.test.ts',
    test: 'touch no results and numbers of other tests and heatmaps, however many there are',
    why: 'counts rows in the plan of one PostgreSQL',
  },
  {
    path: 'packages/db/src/import/every-format.int.test.ts',
    test: 'of the corpus is stored, from all of its files at once',
    why: 'takes minutes there with more than 200 runs in one upload; the test before it stores each format',
  },
  {
    path: 'packages/db/src/import/parallel-imports.int.test.ts',
    test: 'imports of different heatmaps do not wait for each other',
    why: 'on a cluster they do: docs/how-to/scale.md',
  },
  {
    path: 'packages/db/src/prepared-statements.int.test.ts',
    test: 'prepares a statement once, whatever became of it',
    why: 'nothing is prepared on a cluster',
  },
  {
    path: 'packages/db/src/prepared-statements.int.test.ts',
    test: 'keeps plans without values where it is asked to',
    why: 'nothing is prepared on a cluster',
  },
  {
    path: 'packages/db/src/prepared-statements.int.test.ts',
    test: 'continues without preparing when texts keep changing',
    why: 'nothing is prepared on a cluster',
  },
  {
    path: 'packages/db/src/backup/restore-target.int.test.ts',
    test: 'needs no rights beyond those of the owner of the database',
    why: 'what nodes sign in to each other with is of the administrator; REASSIGN OWNED ends a server of Citus 13.2',
  },
  {
    path: 'apps/cli/src/commands/backup.int.test.ts',
    why: 'empties databases by dropping their schema, and the extension with it; restore-into-cluster.citus.test.ts goes both ways',
  },
  {
    path: 'packages/db/src/retention/thinning.int.test.ts',
    test: 'lets nothing go when a record would say something else without it',
    why: 'changes the data meanwhile by a trigger, which a cluster refuses',
  },
  {
    path: 'packages/db/src/retention/thinning.int.test.ts',
    test: 'leaves the rest to the next time when it is killed between two lines',
    why: 'stops a statement by a trigger, which a cluster refuses',
  },
  {
    path: 'packages/db/src/migrations/way-back.int.test.ts',
    why: 'goes from a version to the next that came before the first which runs on a cluster, and back',
  },
  {
    path: 'packages/db/src/storage-full.int.test.ts',
    test: 'a full disk of the database (needs root, to mount a small one)',
    why: 'moves a table to a small disk, which a cluster does not do',
  },
  {
    path: 'packages/db/src/backup/damaged-backup.int.test.ts',
    why: 'reads files, and refuses them before a database is written to',
  },
  {
    path: 'packages/db/src/blobs/blob-store.int.test.ts',
    why: 'is of folders and objects; the tables of a store are all on the coordinator',
  },
  {
    path: 'apps/cli/src/record/finish-recording.int.test.ts',
    why: 'measures its own PostgreSQL; ingest.int.test.ts stores what is recorded',
  },
  { path: 'apps/web/', why: 'the whole web app is asked over HTTP instead' },
  { path: 'packages/record/', why: 'measures a PostgreSQL, and stores nothing in the database of Basecase' },
  { path: 'tools/', why: 'starts its own servers' },
];

const TEST_OF_DATABASE = /\.(int|citus)\.test\.(ts|mjs)$/;

/**
 * Files of database tests that run on a cluster. Each is named, because Vitest does not leave out of projects what its command
 * excludes.
 * @param {readonly string[]} [parts] of paths
 * @returns {string[]} relative to the root
 */
export function filesOnCluster(parts = ON_CLUSTER) {
  return ['packages', 'apps', 'tools']
    .flatMap(filesBelow)
    .filter((file) => TEST_OF_DATABASE.test(file))
    .filter((file) => parts.some((part) => file.includes(part)))
    .filter(
      (file) =>
        file.includes('.citus.test.') ||
        !NOT_ON_CLUSTER.some(({ path, test }) => test === undefined && file.startsWith(path)),
    );
}

/** Folders that are written while checks run, and packages that are not ours. */
const NOT_READ = new Set(['node_modules', '.next', '.turbo', 'dist']);

/**
 * Files of the project below a folder. Folders of a build are not even opened: what is in one can be gone before it is
 * looked at.
 * @param {string} folder relative to the root
 * @returns {string[]} relative to the root
 */
export function filesBelow(folder) {
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_READ.has(entry.name) ? [] : filesBelow(file);
    return entry.isFile() ? [file] : [];
  });
}
