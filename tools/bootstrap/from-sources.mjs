import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { ensurePrismaClient } from './prisma-client.mjs';
import { ensureWebBuilt } from './web-build.mjs';
import { serverFile } from './web-files.mjs';

/**
 * @typedef {object} Sources what stands between a checkout and what can be served; a release is past it
 * @property {() => string | null} notice what takes long, before it begins
 * @property {typeof ensureInstalled} install
 * @property {typeof ensurePrismaClient} generate
 * @property {typeof ensureWebBuilt} build
 */

const FIRST_START =
  'First start: packages are installed, then the web app is built while the sample data is loaded. About a minute.';

/** @type {Sources} */
export const fromSources = {
  notice: () => (existsSync(serverFile) ? null : FIRST_START),
  install: ensureInstalled,
  generate: ensurePrismaClient,
  build: ensureWebBuilt,
};

/**
 * Makes a release of the sources: what is packed, measured or attacked.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function makeFromSources(progress) {
  await ensureInstalled(progress, { dev: true });
  await ensurePrismaClient(progress);
  await ensureWebBuilt(progress, { release: true });
}
