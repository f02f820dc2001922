import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(os.tmpdir(), 'basecase-wrapper-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'end-with-wrapper.mjs')).href;
const program = path.join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { endWithWrapper } from '${MODULE}';
setInterval(() => {}, 60_000);
const watched = endWithWrapper(() => { console.log('ends'); process.exit(0); });
console.log(watched ? 'watches' : process.pid);`,
);

/** Starts the program below a script of that name, as npm does: with or without a shell in between. */
function wrap(/** @type {string} */ name, /** @type {boolean} */ withShell) {
  const wrapper = path.join(folder, `${name}.mjs`);
  const command = withShell
    ? `"${process.execPath}" "${program}"; :`
    : `exec "${process.execPath}" "${program}"`;
  writeFileSync(
    wrapper,
    `import { spawn } from 'node:child_process';
spawn('sh', ['-c', ${JSON.stringify(command)}], { stdio: 'inherit' });`,
  );
  return spawn(process.execPath, [wrapper], { stdio: ['ignore', 'pipe', 'inherit'] });
}

it.each([
  ['a shell between them', true, 'SIGTERM'],
  ['no shell between them', false, 'SIGTERM'],
  ['a wrapper that cannot pass a signal on', true, 'SIGKILL'],
])('A program ends with the npm that started it: %s', async (_, withShell, signal) => {
  const wrapper = wrap('npm', withShell);
  const lines = createInterface({ input: wrapper.stdout });
  expect((await once(lines, 'line'))[0]).toBe('watches');
  wrapper.kill(/** @type {NodeJS.Signals} */ (signal));
  expect((await once(lines, 'line'))[0]).toBe('ends');
});

it('A program that a shell started does not depend on it', async () => {
  const lines = createInterface({ input: wrap('terminal', true).stdout });
  const [pid] = await once(lines, 'line');
  expect(Number(pid)).toBeGreaterThan(0);
  process.kill(Number(pid));
});
