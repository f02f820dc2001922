import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let cwd = '';
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59 });
  await writeFile(join(cwd, RUN, 'notes.txt'), 'threads: 8\npassword=hunter2hunter2\nmysql -pabc test\n');
});
afterAll(() => remove());

const mask = (...args: string[]) => runCaptured(['mask', ...args], { cwd });

it('shows file, line and rule of each secret, and not the secret', async () => {
  const { code, stdout } = await mask(RUN);
  expect(code).toBe(0);
  expect(stdout).toContain('notes.txt:2: password-assignment h… (14 characters)\n');
  expect(stdout).toContain('notes.txt:3: mysql-short-option … (3 characters)\n');
  expect(stdout).not.toContain('hunter2');
});

it('writes a masked copy that reads the same, for its owner alone', async () => {
  const { code } = await mask(RUN, '--write', `${RUN}.tar`);
  expect(code).toBe(0);
  const copy = await readFile(join(cwd, `${RUN}.tar`), 'latin1');
  expect(copy).not.toContain('hunter2');
  expect(copy).toContain('password=***\nmysql -p*** test');
  expect((await stat(join(cwd, `${RUN}.tar`))).mode & 0o777).toBe(0o600);
  const [raw, masked] = await Promise.all(
    [RUN, `${RUN}.tar`].map((path) => runCaptured(['parse', path], { cwd })),
  );
  expect(masked?.stdout).toBe(raw?.stdout);
  expect((await mask(RUN, '--write', `${RUN}.tar`)).code).toBe(1);
});

it('masks a single file that is not a log, and exits 0 without a secret too', async () => {
  const { code } = await mask(join(RUN, 'notes.txt'), '--write', 'clean.txt');
  expect(code).toBe(0);
  expect(await readFile(join(cwd, 'clean.txt'), 'utf8')).toBe('threads: 8\npassword=***\nmysql -p*** test\n');
  await writeFile(join(cwd, 'none.txt'), 'threads: 8\n');
  expect(await mask('none.txt')).toMatchObject({ code: 0, stdout: '0 secrets in 0 files\n' });
});
