import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = import.meta.dirname;
const sources = '{packages,apps}/*/{src,app}/**';
const notOurs = '**/node_modules/**';
/** They read data: the corpus, and generated inputs. The same under each Node.js. */
const onData = [`${sources}/*corpus*.test.ts`, 'tools/fuzz/**/*.test.mjs'];

/** Far from UTC and with summer time: code that takes a local time for UTC fails here. */
const env = { TZ: 'America/Los_Angeles' };

/**
 * For what hangs, and long for that: nothing is judged by its speed, and a test that ends late on a slow machine that has
 * other work does not fail. No test has its own limit.
 */
const HANGS_MS = 600_000;

/**
 * Where Vitest keeps compiled modules for its next process. They name the files that they import, which depend on the names of all
 * files and on the exports of packages: a change of those begins another folder.
 */
function moduleCache(): string {
  const hash = createHash('sha256');
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(path.join(root, group))) {
      hash.update(readFileSync(path.join(root, group, name, 'package.json')));
      hash.update(
        readdirSync(path.join(root, group, name, 'src'), { recursive: true })
          .sort()
          .join(),
      );
    }
  }
  return path.join(root, 'node_modules/.vitest', hash.digest('hex').slice(0, 16));
}

const IS_CLUSTER = Boolean(process.env['TEST_DATABASE_WORKERS']);

/** Tests on one real PostgreSQL; each file has its own database in it, copied from a migrated one. */
const onDatabase = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...test,
    env,
    globalSetup: 'tools/checks/test-databases.mjs',
    // One file waits for PostgreSQL or for its own processes while the other computes.
    ...(!IS_CLUSTER && { maxWorkers: 2 }),
  },
});

/** They install themselves on the process: in front of each HTTP server, or for what its blob store says. Each has its own one. */
const ON_PROCESS = [
  'apps/web/src/server/{access,admission,sign-in}/**/*.int.test.ts',
  'apps/web/src/server/{blob-*,database-unavailable}.int.test.ts',
];

/** A process reads each module once for all of its files: three times faster. Tests must leave nothing behind. */
const inOneProcess = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...test, env, isolate: false, setupFiles: ['tools/checks/unit-setup.mjs'] },
});

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache() },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: HANGS_MS,
    projects: [
      inOneProcess({
        name: 'unit',
        include: [`${sources}/*.test.{ts,tsx}`, 'tools/**/*.test.mjs'],
        exclude: [notOurs, '**/*.{int,citus}.test.*', ...onData],
      }),
      inOneProcess({
        name: 'unit-data',
        include: onData,
        exclude: [notOurs],
      }),
      onDatabase({
        name: 'int',
        include: ['{packages,apps/cli}/**/*.int.test.ts', 'tools/**/*.int.test.mjs'],
        exclude: [notOurs],
        isolate: false,
      }),
      // What only a Citus cluster does; `npm test -- --only citus` starts one, and runs `int` on it as well.
      ...(IS_CLUSTER
        ? [
            onDatabase({
              name: 'citus',
              include: ['{packages,tools}/**/*.citus.test.*'],
              exclude: [notOurs],
              isolate: false,
            }),
          ]
        : []),
      onDatabase({
        name: 'int-web',
        include: ['apps/web/**/*.int.test.ts'],
        exclude: [notOurs, ...ON_PROCESS],
        isolate: false,
        setupFiles: ['tools/checks/web-setup.mjs'],
      }),
      onDatabase({ name: 'int-web-process', include: ON_PROCESS, exclude: [notOurs] }),
    ],
  },
});
