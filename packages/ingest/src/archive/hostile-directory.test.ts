import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ArtifactSink } from '../files/artifact-sink';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const log = readFixture(LOG);

/** Calls back before the first byte of the first file is stored. */
function before(change: () => void): ArtifactSink {
  let isFirst = true;
  return {
    put: () => {
      if (isFirst) change();
      isFirst = false;
      return { write: () => undefined, close: async () => undefined, abort: async () => undefined };
    },
  };
}

it('pipes, sockets, links and loops of links are skipped, and nothing waits for them', async () => {
  using directory = makeDirectory({ [`${RUN}/${LOG}`]: log });
  const at = (name: string) => path.join(directory.path, name);
  execFileSync('mkfifo', [at('fifo')]);
  symlinkSync('.', at('loop'));
  symlinkSync('dangling', at('dangling'));
  symlinkSync('/dev/zero', at('zero'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
  const upload = await readUpload(directory.path);
  await new Promise((resolve) => server.close(resolve));
  expect(upload.runs).toHaveLength(1);
  expect(upload.diagnostics.map(({ code, file }) => [code, file])).toEqual(
    ['dangling', 'fifo', 'loop', 'socket', 'zero'].map((name) => ['UNSAFE_ENTRY', name]),
  );
});

it('what vanishes or becomes something else after it was listed is skipped', async () => {
  using directory = makeDirectory({
    [`${RUN}/${LOG}`]: log,
    [`${RUN}/z1`]: 'x',
    [`${RUN}/z2`]: 'x',
    [`${RUN}/z3`]: 'x',
    'y/z': 'x',
  });
  const at = (name: string) => path.join(directory.path, name);
  const upload = await readUpload(directory.path, {
    sink: before(() => {
      unlinkSync(at(`${RUN}/z1`));
      unlinkSync(at(`${RUN}/z2`));
      execFileSync('mkfifo', [at(`${RUN}/z2`)]);
      unlinkSync(at(`${RUN}/z3`));
      symlinkSync('/dev/zero', at(`${RUN}/z3`));
      rmSync(at('y'), { recursive: true });
    }),
  });
  expect(upload.runs).toHaveLength(1);
  expect(upload.diagnostics.map(({ code, file }) => [code, file])).toEqual(
    [`${RUN}/z1`, `${RUN}/z2`, `${RUN}/z3`, 'y'].map((name) => ['UNSAFE_ENTRY', name]),
  );
});

it('a file that grows while it is read is read to its limit', async () => {
  using directory = makeDirectory({ 'a.log': 'x'.repeat(1000), [`${RUN}/${LOG}`]: log });
  const grow = () => appendFileSync(path.join(directory.path, 'a.log'), 'x\n'.repeat(200_000));
  const sink: ArtifactSink = {
    put: (file) => ({
      write: () => (file === 'a.log' ? grow() : undefined),
      close: async () => undefined,
      abort: async () => undefined,
    }),
  };
  grow();
  const upload = await readUpload(directory.path, { sink, limits: { entryBytes: 3_000_000 } });
  expect(upload.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'ENTRY_TOO_LARGE', file: 'a.log' }),
  );
});

it('a tree deeper than the system takes is read as far as it goes', async () => {
  using directory = makeDirectory({ [`${RUN}/${LOG}`]: log });
  // Made from the inside out: no path is ever too long for the calls that make it.
  const [tree, next] = [path.join(directory.path, 'd'), path.join(directory.path, 'next')];
  const name = 'd'.repeat(200);
  mkdirSync(tree);
  for (let depth = 0; depth < 30; depth += 1) {
    mkdirSync(next);
    renameSync(tree, path.join(next, name));
    renameSync(next, tree);
  }
  const upload = await readUpload(directory.path);
  execFileSync('rm', ['-r', tree]);
  expect(upload.runs).toHaveLength(1);
  expect(upload.diagnostics).toMatchObject([
    { code: 'UNSAFE_ENTRY', message: 'skipped, cannot be read: ENAMETOOLONG: name too long' },
  ]);
});
