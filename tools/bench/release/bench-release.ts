import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { becomeOrdinaryUser } from '../../package/check/ordinary-user.mjs';
import { run, startUp } from '../../package/check/started.mjs';
import { makePackage } from '../../package/make-package.mjs';
import { atMost, type BenchRow, median, megabytes, milliseconds, seconds, timeMs, times } from '../measure';

const ROUNDS = 5;
const VERSIONS = 9;
const FIRST_MS = 20_000;
const SECOND_MS = 3000;
const VERSION_MS = 150;
const DOWNLOAD_MB = 60;
const INSTALLED_MB = 200;

type User = ReturnType<typeof becomeOrdinaryUser>;

/**
 * A release as a new user has it: five times from an empty directory to the heatmap with the packages
 * of npm at hand, and the second start there; what was downloaded and installed; and how soon the command line inside answers.
 */
export async function benchRelease(): Promise<BenchRow[]> {
  const release = await makePackage();
  const user = becomeOrdinaryUser();
  try {
    const cache = user.place('npm cache');
    const starts = { first: [] as number[], second: [] as number[], installed: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      rmSync(path.join(cache, '_npx'), { recursive: true, force: true });
      const cwd = user.place(`start ${round}`, release.tarball);
      const npx = ['--yes', `./${path.basename(release.tarball)}`];
      const first = await startMs(user, { cwd, cache, command: 'npx', args: npx });
      const second = await startMs(user, { cwd, cache, command: 'npx', args: npx });
      const installed = await startMs(user, {
        cwd,
        cache,
        command: process.execPath,
        args: [programIn(cache)],
      });
      // The first round downloads.
      if (round === 0) continue;
      starts.first.push(first);
      starts.second.push(second);
      starts.installed.push(installed);
    }
    const downloaded = release.bytes + bytesBelow(path.join(cache, '_cacache/content-v2'), release.bytes);
    const installed = bytesBelow(path.join(cache, '_npx'));
    return [
      time('npx in an empty directory, packages of npm at hand, to the heatmap', starts.first, FIRST_MS),
      time('second start there, by npx, which unpacks the file again', starts.second, SECOND_MS),
      time('third start there, as it is where the release is installed', starts.installed, SECOND_MS),
      size('download: the file and PostgreSQL', downloaded, DOWNLOAD_MB),
      size('installed, with PostgreSQL', installed, INSTALLED_MB),
      await versionRow(user, cache),
    ];
  } finally {
    user.leave();
  }
}

/** Until the heatmap is served, and then to its end. */
async function startMs(
  user: User,
  { cache, ...what }: { cwd: string; cache: string; command: string; args: string[] },
): Promise<number> {
  const start = performance.now();
  const app = await startUp(user, { ...what, env: { npm_config_cache: cache } });
  try {
    const page = await (await fetch(`${app.url}/compare`)).text();
    if (!page.includes('update-index')) throw new Error(`no heatmap at ${app.url}/compare`);
    return performance.now() - start;
  } finally {
    await app.stop();
  }
}

async function versionRow(user: User, cache: string): Promise<BenchRow> {
  const call = (args: string[]) => run(user, { cwd: user.home, command: process.execPath, args });
  const own: number[] = [];
  const nothing: number[] = [];
  for (let round = 0; round < VERSIONS; round += 1) {
    nothing.push(await timeMs(() => call(['-e', '0'])));
    own.push(await timeMs(() => call([programIn(cache), '--version'])));
  }
  const ms = median(own);
  const node = median(nothing);
  const what = `(q) release: \`basecase --version\` inside, whole process, Node.js that does nothing takes ${node.toFixed(0)} ms`;
  const more = ` (${times(2)(ms / node)})`;
  return atMost(what, ms, { limit: VERSION_MS, show: milliseconds(0), more });
}

/** The program as npx unpacked it. */
function programIn(cache: string): string {
  const [folder] = readdirSync(path.join(cache, '_npx'));
  return path.join(cache, '_npx', folder ?? '', 'node_modules/basecase/basecase.mjs');
}

/** @param except files of this size do not count */
function bytesBelow(folder: string, except?: number): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizes = files.map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
  return sizes.filter((bytes) => bytes !== except).reduce((sum, bytes) => sum + bytes, 0);
}

function time(what: string, samples: readonly number[], limit: number): BenchRow {
  const more = ` in the median of ${samples.length}, ${seconds(1)(Math.max(...samples))} at most`;
  return atMost(`(q) release: ${what}`, median(samples), { limit, show: seconds(1), more });
}

function size(what: string, bytes: number, limit: number): BenchRow {
  return atMost(`(q) release: ${what}`, bytes / 1e6, { limit, show: megabytes(1) });
}
