import { defineConfig, devices } from '@playwright/test';

/** Given by `npm test`, which starts the real app on a fresh database with the sample data. */
const { BASE_URL: baseURL, CHROMIUM_PATH: executablePath } = process.env;
if (!baseURL) throw new Error('BASE_URL is not set: run `npm test -- --only e2e` from the root');

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  // A second try is counted and named: tools/checks/tally.mjs says how many are too many.
  retries: 1,
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1440, height: 900 },
    // Recording takes a third of the time; E2E_TRACE=1 shows step by step what a failing test saw.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
