import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** By the name of an island: its entry, then what it imports, as paths that a browser asks for. */
export type IslandFiles = Readonly<Record<string, readonly string[]>>;

const schema = z.record(z.string(), z.array(z.string().startsWith('/_next/static/')).min(1));

/**
 * Files that apps/web/islands.mjs built, next to the server's own files.
 *
 * @returns null where nothing was built: pages then keep the scripts of Next
 * @throws Error when the list is there and is not one
 */
export function readIslandFiles(): IslandFiles | null {
  const file = path.join(process.cwd(), '.next/static/islands/files.json');
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}
