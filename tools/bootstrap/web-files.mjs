import { createRequire } from 'node:module';
import path from 'node:path';
import { fromRoot, isRelease } from './paths.mjs';

/** Sources of the web app, and what is built of them. */
export const webDir = fromRoot('apps/web');

/** What Next.js built: a folder that needs nothing around it. */
export const standaloneDir = isRelease ? fromRoot('web') : path.join(webDir, '.next/standalone');

/** The built server. */
export const serverFile = path.join(standaloneDir, 'apps/web/server.js');

/** Path of Next's command, which builds and serves sources. */
export const nextCommand = () =>
  createRequire(path.join(webDir, 'package.json')).resolve('next/dist/bin/next');
