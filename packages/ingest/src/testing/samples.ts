import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ParsedUpload } from '../model/run';
import { readUpload } from '../read-upload';

const FOLDER = path.join(import.meta.dirname, '../../../../samples');

/** Names of the tarballs of the sample data. */
export const SAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.tar.gz'));

const read = new Map<string, Promise<ParsedUpload>>();

/** A tarball of the sample data, which a process reads once for all of its tests: none may change it. */
export function readSample(name: string): Promise<ParsedUpload> {
  const upload = read.get(name) ?? readUpload(path.join(FOLDER, name));
  read.set(name, upload);
  return upload;
}
