import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const sources = '{packages,apps}/*/{src,app}/**';
const notOurs = '**/node_modules/**';

/** Far from UTC and with summer time: code that takes a local time for UTC fails here. */
const env = { TZ: 'America/Los_Angeles' };

/** Tests on one real PostgreSQL; each file has a database of its own in it, copied from a migrated one. */
const onDatabase = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...test,
    env,
    globalSetup: 'tools/checks/test-databases.mjs',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${sources}/*.test.{ts,tsx}`, 'tools/**/*.test.mjs'],
          exclude: [notOurs, '**/*.int.test.*'],
          env,
          // A process reads each module once for all of its files: three times faster. Tests must leave nothing behind.
          isolate: false,
          setupFiles: ['tools/checks/fuzz-settings.mjs'],
        },
      },
      onDatabase({
        name: 'int',
        include: ['{packages,apps/cli}/**/*.int.test.ts', 'tools/**/*.int.test.mjs'],
        exclude: [notOurs],
        isolate: false,
      }),
      // The web app has one configuration and one connection pool for each process, so each file gets a process.
      onDatabase({ name: 'int-web', include: ['apps/web/**/*.int.test.ts'], exclude: [notOurs] }),
    ],
  },
});
