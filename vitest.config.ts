import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const sources = '{packages,apps}/*/{src,app}/**';
const notOurs = '**/node_modules/**';
/** What they look at is data: the corpus, and made-up inputs. The same under each Node.js. */
const onData = [`${sources}/*corpus*.test.ts`, 'tools/fuzz/**/*.test.mjs'];

/** Far from UTC and with summer time: code that takes a local time for UTC fails here. */
const env = { TZ: 'America/Los_Angeles' };

const IS_CLUSTER = Boolean(process.env['TEST_DATABASE_WORKERS']);

/** For what hangs; nothing is judged by its speed. On a cluster each statement asks several servers. */
const HANGS_MS = IS_CLUSTER ? 360_000 : 120_000;

/** Tests on one real PostgreSQL; each file has a database of its own in it, copied from a migrated one. */
const onDatabase = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...test,
    env,
    globalSetup: 'tools/checks/test-databases.mjs',
    // One file waits for PostgreSQL or for processes of its own while the other computes.
    ...(!IS_CLUSTER && { maxWorkers: 2 }),
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
});

/** A process reads each module once for all of its files: three times faster. Tests must leave nothing behind. */
const inOneProcess = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...test, env, isolate: false, setupFiles: ['tools/checks/fuzz-settings.mjs'] },
});

export default defineConfig({
  test: {
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
        // Whole archives are read, and the machine may have other work.
        testTimeout: 60_000,
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
      // The web app has one configuration and one connection pool for each process, so each file gets a process.
      onDatabase({ name: 'int-web', include: ['apps/web/**/*.int.test.ts'], exclude: [notOurs] }),
    ],
  },
});
