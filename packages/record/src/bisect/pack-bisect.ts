import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packDirectory } from '../pack/pack-directory';
import type { Bisected } from './bisect';
import { bisectPlaces } from './measure-build';

/**
 * Packs the logs of a search, each run with its build in `basecase.json`, and with them the log of the search and the
 * verdict.
 *
 * @param verdict in words: a note of each run
 * @returns path of the tarball
 */
export async function packBisect({ directory, log }: Bisected, verdict: string): Promise<string> {
  const places = bisectPlaces(directory);
  const runs = join(directory, 'runs');
  // A failed run has no result.
  for (const { run, place } of log.failures) {
    const build = log.search.builds[place];
    if (build) await rm(places.outOf(run, build), { recursive: true, force: true });
  }
  for (const { run, place } of log.runs) {
    const build = log.search.builds[place];
    if (!build) continue;
    const file = join(places.outOf(run, build), 'basecase.json');
    const said = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, `${JSON.stringify({ ...said, notes: verdict }, null, 2)}\n`);
  }
  await writeFile(join(runs, 'verdict.txt'), `${verdict}\n`);
  await writeFile(join(runs, 'bisect.ndjson'), await readFile(join(directory, 'bisect.ndjson')));
  const tarball = join(directory, `basecase-bisect-${log.search.id}.tar.gz`);
  await packDirectory(runs, tarball, new Date(0));
  return tarball;
}
