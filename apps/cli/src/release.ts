import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the project, or of a release, which is laid out like it: this file is apps/cli/src/release.ts. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** A release has no sources; its data is where it is called, not among the files of npm. */
export const IS_RELEASE = !existsSync(join(ROOT, 'apps/web/next.config.ts'));

/** What starts the server. */
export const START = IS_RELEASE ? 'basecase start' : 'npm start';
