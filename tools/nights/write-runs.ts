import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packDirectory } from '@basecase/record';
import type { MadeRun } from './made-runs';
import type { NightsPlan } from './plan';
import { filesOf } from './run-files';

/** A run as a CI would send it. */
export interface WrittenRun {
  /** Of the folder with the run directory, or of the tarball. */
  path: string;
  files: number;
}

/**
 * Writes one run: `<server>/<name>/x.pg19devel_rel.x10b_c8r32.pk1/`, or the same as a tarball whose bytes follow from the
 * plan alone. Whatever a broken round left there is removed first.
 */
export async function writeRun(
  plan: NightsPlan,
  run: MadeRun,
  { out, isTar }: { out: string; isTar: boolean },
): Promise<WrittenRun> {
  const folder = path.join(out, run.server.name, run.name);
  await rm(folder, { recursive: true, force: true });
  const directory = path.join(folder, run.directory);
  await mkdir(directory, { recursive: true });
  const files = filesOf(plan, run);
  for (const [name, text] of files) await writeFile(path.join(directory, name), text);
  if (!isTar) return { path: folder, files: files.size };
  const tarball = `${folder}.tar.gz`;
  await packDirectory(folder, tarball, new Date(run.startedAt));
  await rm(folder, { recursive: true });
  return { path: tarball, files: files.size };
}
