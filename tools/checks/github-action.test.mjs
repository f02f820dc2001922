import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';

/** @param {string} name */
const script = (name) => fromRoot('.github/actions/basecase', name);

describe('the GitHub action', () => {
  /** @type {string} */
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-action-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  /** @type {(name: string, env: Record<string, string>) => Promise<unknown>} */
  const run = (name, env) =>
    promisify(execFile)(script(name), {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        GITHUB_OUTPUT: path.join(folder, 'output'),
        GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
        RUNNER_TEMP: folder,
        ...env,
      },
    });
  /** @param {string} name */
  const file = (name) => readFile(path.join(folder, name), 'utf8');

  /** @type {(name: string, factor: number) => Promise<void>} */
  const table = (name, factor) =>
    writeFile(
      path.join(folder, name),
      `col-1 : x.my${name.slice(0, 4)}.pk1\n\ncol-1\n${['hot-points', 'scan', 'insert']
        .map((test, index) => `${index === 0 ? 1000 * factor : 1000}\t${test}_range=100`)
        .join('\n')}\n`,
    );

  it('judges results whose paths have spaces, and keeps going when it found a regression', async () => {
    await mkdir(path.join(folder, 'my results'));
    await table('8043.tsv', 1);
    await table('my results/9500.tsv', 0.5);
    const env = {
      BASE: '8043.tsv',
      RESULTS: 'my results/9500.tsv',
      NOISE: '',
      MACHINE: 'dedicated',
      FAIL_ON: 'regression',
    };
    await run('check.sh', env);
    expect(await file('output')).toContain('outcome=regression\n');
    expect(await file('summary')).toContain('▼ regression | 0.50');
  });

  it('lists the unreadable results', async () => {
    await table('8043.tsv', 1);
    await writeFile(path.join(folder, 'empty.txt'), '');
    await run('check.sh', { BASE: '8043.tsv', RESULTS: 'empty.txt', NOISE: '\n', FAIL_ON: 'possible' });
    expect(await file('output')).toContain('outcome=unreadable\n');
  });

  it('has its own outcome for what is only possible', async () => {
    await table('8043.tsv', 1);
    await table('9500.tsv', 0.5);
    const env = { BASE: '8043.tsv', RESULTS: '9500.tsv', NOISE: '', FAIL_ON: 'regression' };
    await run('check.sh', env);
    expect(await file('output')).toContain('outcome=possible\n');
    expect(await file('summary')).toContain('▼ likely regression | 0.50');
  });

  describe('by past nights', () => {
    /** @type {(name: string, day: number, factor?: number) => Promise<void>} */
    const night = async (name, day, factor = 1) => {
      await mkdir(path.join(folder, name), { recursive: true });
      const tests = ['hot-points', 'scan', 'insert'].map((test, index) => {
        const noise = 1 + (((day * 7 + index * 3) % 5) - 2) / 200;
        return `${Math.round(1000 * noise * (index === 0 ? factor : 1))}\t${test}_range=100`;
      });
      const head = 'col-1 : x.pg19devel.x10a_c8r32.pk1\n\ncol-1\n';
      await writeFile(path.join(folder, name, 'qps.abs.tsv'), `${head}${tests.join('\n')}\n`);
      const two = String(day).padStart(2, '0');
      const build = { commit: two.repeat(20), branch: 'main', committedAt: `2026-05-${two}T01:00:00Z` };
      // The workspace identifies the new build.
      const manifest = { basecase: 1, workload: { label: 'nightly' }, ...(name !== 'tonight' && { build }) };
      await writeFile(path.join(folder, name, 'basecase.json'), JSON.stringify(manifest));
    };
    const env = {
      BASE: '',
      RESULTS: 'tonight',
      AGAINST: 'past nights',
      NOISE: '',
      FAIL_ON: 'regression',
      SERVER: '',
      BRANCH: 'main',
      COMMITTED_AT: '',
    };
    const date = '2026-05-20T03:00:00+02:00';
    const commit = async () => {
      const git = (/** @type {string[]} */ ...args) =>
        promisify(execFile)('git', ['-c', 'user.name=n', '-c', 'user.email=n@example', ...args], {
          cwd: folder,
          env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
        });
      await git('init', '--quiet');
      await git('commit', '--quiet', '--allow-empty', '--message', 'a change');
      return (await git('rev-parse', 'HEAD')).stdout.trim();
    };

    it('judges the commit of the workspace as the newest night', async () => {
      for (let day = 1; day < 16; day += 1) await night(`past nights/${day}`, day);
      await night('tonight', 20, 0.85);
      const hash = await commit();
      await run('check.sh', { ...env, COMMIT: hash });
      expect(await file('output')).toContain('outcome=possible\n');
      const summary = await file('summary');
      expect(summary).toContain(`### 20 May 2026 g${hash.slice(0, 8)}`);
      expect(summary).toContain('against 15 past nights');
      expect(summary).toMatch(/hot-points_range=100 \| ▼ likely regression \| 0\.8/);
    });

    it('skips the first night, and refuses two things to judge against', async () => {
      await night('tonight', 20);
      await run('check.sh', { ...env, COMMIT: 'none' });
      await mkdir(path.join(folder, 'past nights'));
      await run('check.sh', { ...env, COMMIT: 'none' });
      expect(await file('output')).toBe('outcome=skipped\noutcome=skipped\n');
      await expect(run('check.sh', { ...env, BASE: 'tonight', COMMIT: 'none' })).rejects.toMatchObject({
        stdout: expect.stringContaining('::error::Set base or against'),
      });
    });

    it('passes address, server and build on, to check and to upload', async () => {
      const npx = path.join(folder, 'npx');
      await writeFile(npx, `#!/bin/sh\nfor each in "$@"; do echo "$each" >> '${folder}/calls'; done\n`);
      await chmod(npx, 0o755);
      await night('tonight', 20);
      const address = { ...env, AGAINST: 'https://bench.example', SERVER: 'pn 53' };
      const hash = await commit();
      await run('check.sh', { ...address, COMMIT: hash });
      const results = path.join(folder, 'tonight');
      const build = ['--commit', hash, '--branch', 'main', '--committed-at', date];
      const calls = async () => (await file('calls')).trimEnd().split('\n').slice(1);
      expect(await calls()).toEqual([
        ...['basecase', 'check', results, '--against', 'https://bench.example'],
        ...[...build, '--server', 'pn 53', '--format', 'md'],
      ]);
      await rm(path.join(folder, 'calls'));
      await run('upload.sh', { ...address, COMMIT: hash, URL: 'https://bench.example' });
      expect(await calls()).toEqual([
        ...['basecase', 'upload', results, '--url', 'https://bench.example'],
        ...[...build, '--server', 'pn 53'],
      ]);
      await rm(path.join(folder, 'calls'));
      await run('upload.sh', { ...address, COMMIT: 'none', URL: 'https://bench.example', SERVER: '' });
      expect(await calls()).toEqual(['basecase', 'upload', results, '--url', 'https://bench.example']);
    });
  });

  it.each([
    ['passed', 'regression', 0],
    ['skipped', 'possible', 0],
    ['possible', 'regression', 0],
    ['possible', 'likely', 3],
    ['possible', 'possible', 3],
    ['possible', 'never', 0],
    ['regression', 'regression', 3],
    ['regression', 'never', 0],
    ['unreadable', 'never', 2],
  ])('ends a run that is %s as fail-on %s says', async (OUTCOME, FAIL_ON, code) => {
    const ended = run('outcome.sh', { OUTCOME, FAIL_ON }).then(
      () => 0,
      (error) => error.code,
    );
    expect(await ended).toBe(code);
  });

  it('starts scripts that are there, with the inputs that they read, and expressions that GitHub can read', async () => {
    const text = await readFile(script('action.yml'), 'utf8');
    const started = [...text.matchAll(/GITHUB_ACTION_PATH\/(\S+?)"/g)].map(([, name]) => name);
    const scripts = (await readdir(script(''))).filter((name) => name.endsWith('.sh'));
    expect([...started, 'build-options.sh', 'command.sh'].sort()).toEqual(scripts.sort());
    const declared = [...text.matchAll(/^ {2}([\w-]+):\n {4}description:/gm)].map(([, name]) => name);
    const used = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(declared).toEqual(expect.arrayContaining(used));
    // In an expression a text has single quotes: with double ones the whole action is refused.
    const conditions = [...text.matchAll(/^ +if: (.*)$/gm)].map(([, condition]) => condition);
    expect(conditions.length).toBeGreaterThan(1);
    expect(conditions.filter((condition) => condition?.includes('"'))).toEqual([]);
  });

  it.each([
    [
      'at a tag',
      { ACTION_REF: 'v1.2.3' },
      'https://github.com/o/basecase/releases/download/v1.2.3/basecase-1.2.3.tgz',
    ],
    [
      'by its address',
      { ACTION_REF: 'v1.2.3', PACKAGE: 'https://x.example/b.tgz' },
      'https://x.example/b.tgz',
    ],
    ['at a branch', { ACTION_REF: 'main' }, null],
  ])('installs the release %s, and runs its command', async (_, env, installed) => {
    const npm = path.join(folder, 'npm');
    await writeFile(npm, `#!/bin/sh\necho "$@" > '${folder}/calls'\n`);
    await chmod(npm, 0o755);
    await run('install.sh', { ACTION_REPOSITORY: 'o/basecase', PACKAGE: '', ...env });
    const call = await file('calls');
    if (installed === null) {
      expect(call).toBe('ci --omit=dev --ignore-scripts --no-audit --no-fund\n');
      return;
    }
    expect(call).toContain('--omit=optional');
    expect(call.trimEnd().split(' ').at(-1)).toBe(installed);
    const command = (await file('output')).replace('command=', '').trim();
    await mkdir(path.dirname(command), { recursive: true });
    await writeFile(command, `#!/bin/sh\necho "$@" > '${folder}/calls'\n`);
    await chmod(command, 0o755);
    await run('upload.sh', { COMMAND: command, RESULTS: folder, URL: 'u', SERVER: '', COMMIT: 'none' });
    expect(await file('calls')).toBe(`upload ${folder} --url u\n`);
  });

  it('releases with scripts and folders that exist', async () => {
    const release = await readFile(fromRoot('.github/workflows/release.yml'), 'utf8');
    const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
    const started = [...release.matchAll(/npm run ([\w:]+)(?! --workspace)(?=\s)/g)].map(([, name]) => name);
    expect(started).toContain('package');
    expect(started.filter((name) => !(name && (name in scripts || name === 'build')))).toEqual([]);
    expect(release).toContain('path: docs/.vitepress/dist');
  });

  describe('comments', () => {
    beforeEach(async () => {
      // Stands in for GitHub's own command: it writes down what it was called with.
      const gh = path.join(folder, 'gh');
      await writeFile(
        gh,
        '#!/bin/sh\necho "$@" >> calls\ncase "$*" in *--paginate*) echo "$FOUND" ;; esac\n',
      );
      await chmod(gh, 0o755);
      await writeFile(path.join(folder, 'table.md'), `| a |\n${'x'.repeat(100_000)}`);
    });
    /** @param {string} found */
    const comment = (found) =>
      run('comment.sh', { TABLE: 'table.md', NUMBER: '7', GITHUB_REPOSITORY: 'o/r', FOUND: found });

    it('once, in what GitHub takes', async () => {
      await comment('');
      expect(await file('calls')).toContain('--method POST repos/o/r/issues/7/comments');
      const body = await file('basecase-comment.md');
      expect(body).toMatch(/^<!-- basecase check -->\n\| a \|/);
      expect(body.length).toBeLessThan(65_536);
    });

    it('and then rewrites its own', async () => {
      await comment('42');
      expect(await file('calls')).toContain('--method PATCH repos/o/r/issues/comments/42');
    });
  });
});
