import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fromRoot, inState, isRelease, root } from './paths.mjs';

/** Sources of the web app, and what is built of them. */
export const webDir = fromRoot('apps/web');

/** The web app of a release as one file, of which npm has to unpack thousands less, four times for each start by npx. */
export const webArchive = fromRoot('web.tar.gz');

/**
 * The folder of a release in which `web` lies, or is to be unpacked: the release itself, or the state directory where the
 * release belongs to another user, such as one that root has installed for all. Its name is then a hash of its content.
 * @param {{ release: string; archive: string; state: string; canWrite?: (folder: string) => boolean }} places
 * @returns {string}
 */
export function folderOfWeb({ release, archive, state, canWrite = isWritable }) {
  if (existsSync(path.join(release, 'web')) || !existsSync(archive) || canWrite(release)) return release;
  const content = createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 16);
  return path.join(state, content);
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where the web app of a release is unpacked. */
export const releaseWebFolder = isRelease
  ? folderOfWeb({ release: root, archive: webArchive, state: inState('web') })
  : null;

/** What Next.js built: a folder that needs nothing around it. */
export const standaloneDir = releaseWebFolder
  ? path.join(releaseWebFolder, 'web')
  : path.join(webDir, '.next/standalone');

/** The built server. */
export const serverFile = path.join(standaloneDir, 'apps/web/server.js');

/** Path of Next's command, which builds and serves sources. */
export const nextCommand = () =>
  createRequire(path.join(webDir, 'package.json')).resolve('next/dist/bin/next');
