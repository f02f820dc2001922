import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SOURCES = path.resolve(import.meta.dirname, '..');

export interface Fixture {
  /** Name of the file, as in a run directory where it has such a name. */
  name: string;
  /** Directory of the format it belongs to: `parsers/sysbench`. */
  owner: string;
  bytes: Buffer;
}

/** Every file in a `fixtures` directory of this package, sorted by owner and name. */
export function listFixtures(): Fixture[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort();
  return files
    .filter((file) => path.basename(path.dirname(file)) === 'fixtures')
    .map((file) => ({
      name: path.basename(file),
      owner: path.dirname(path.dirname(file)),
      bytes: readFileSync(path.join(SOURCES, file)),
    }));
}

export function readFixture(name: string): Buffer {
  const found = listFixtures().find((fixture) => fixture.name === name);
  if (!found) throw new Error(`no fixture ${name}`);
  return found.bytes;
}

/** The fixtures of one run: everything with a name of the convention. */
export function runFiles(directory: string): Record<string, Buffer> {
  const conventional = listFixtures().filter(({ name }) => /^sb\.|^my\.cnf$/.test(name));
  return Object.fromEntries(conventional.map(({ name, bytes }) => [path.posix.join(directory, name), bytes]));
}

/** A temporary directory that is removed with the scope: `using temporary = makeDirectory({...})`. */
export function makeDirectory(files: Record<string, Buffer | string>): { path: string } & Disposable {
  const directory = mkdtempSync(path.join(tmpdir(), 'basecase-ingest-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  return { path: directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
}
