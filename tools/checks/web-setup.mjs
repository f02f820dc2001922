// Vitest loads this before each file of the web app's database tests. They share a process, so that packages are loaded once; our
// own modules are loaded again, because they keep settings, connections and answers of the process.
import { afterAll, vi } from 'vitest';

/** What modules keep for the whole process, by names that begin like this. */
const KEPT = /^basecase[A-Z]/;
const held = /** @type {Record<string, unknown>} */ (globalThis);

vi.resetModules();
const before = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(held)) if (KEPT.test(name)) delete held[name];
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
