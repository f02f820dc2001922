import { defineConfig } from 'vitest/config';

const sources = '{packages,apps}/*/{src,app}/**';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${sources}/*.test.{ts,tsx}`, 'tools/**/*.test.mjs'],
          exclude: ['**/node_modules/**', '**/*.int.test.*'],
          // Far from UTC and with summer time: code that takes a local time for UTC fails here.
          env: { TZ: 'America/Los_Angeles' },
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: [`${sources}/*.int.test.ts`, 'tools/**/*.int.test.mjs'],
          exclude: ['**/node_modules/**'],
          // One PostgreSQL server for all (TEST_DATABASE_URL); each file makes a database of its own in it.
          pool: 'forks',
          env: { TZ: 'America/Los_Angeles' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
