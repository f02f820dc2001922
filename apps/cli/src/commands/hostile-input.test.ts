import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';

let cwd = '';
let remove: () => Promise<void>;

/** A tar header with these bytes as its size. */
function header(size: string, type = '0'): Buffer {
  const block = Buffer.alloc(512);
  block.write('a', 0, 'latin1');
  block.write(size, 124, 12, 'latin1');
  block.write(`${' '.repeat(8)}${type}`, 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1');
  return block;
}

const junk = Buffer.alloc(2048);
const files: Record<string, Buffer> = {
  'sized-directory.tar': Buffer.concat([header('1000', '5'), junk]),
  'negative.tar': Buffer.concat([header('-0000000001'), junk]),
  'garbage.tar': Buffer.concat([header('lots'), junk]),
  'long-name.tar.gz': gzipSync(Buffer.concat([header('23045500', 'L'), Buffer.alloc(5_000_000)])),
  'pax.tar': Buffer.concat([header('162000000', 'x'), junk]),
  'cut.tar': header('7777'),
  'noise.zst': Buffer.concat([Buffer.from('28b52ffd', 'hex'), Buffer.alloc(1000, 'x')]),
  'noise.xz': Buffer.concat([Buffer.from('fd377a585a00', 'hex'), Buffer.alloc(1000, 'x')]),
};

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(cwd, name), bytes);
  execFileSync('mkdir', [join(cwd, 'pipes')]);
  execFileSync('mkfifo', [join(cwd, 'pipes', 'fifo')]);
});
afterAll(() => remove());

describe.each(['parse', 'parse --explain', 'compare missing'])('basecase %s', (command) => {
  it.each([...Object.keys(files), 'pipes'])(
    'says in one line why %s cannot be read, and ends with 2',
    async (name) => {
      const { code, stderr } = await runCaptured([...command.split(' '), name], { cwd });
      const lines = stderr.split('\n').filter((line) => line.startsWith(`basecase: ${name}: `));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/\((?:ARCHIVE_UNREADABLE|ARCHIVE_TOO_LARGE|NO_KNOWN_LOGS)\)$/);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(code).toBe(2);
    },
  );
});
