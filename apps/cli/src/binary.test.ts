import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, writeRunDirectory } from './testing/run-directory';

const BINARY = resolve(import.meta.dirname, '../bin/basecase.mjs');
const RUNS = ['x.my8043_rel_o2nofp.z12a_c8r32.pk1', 'x.my9500_rel_o2nofp.z12a_c8r32.pk1'];
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  const tests = Array.from({ length: 40 }, (_, index) => [`insert.range${index + 1}`, 100 + index]);
  for (const run of RUNS) await writeRunDirectory(join(cwd, run), Object.fromEntries(tests));
});
afterAll(() => remove());

describe('the basecase binary, from any directory', () => {
  it('prints results on standard output only, and exits 0', async () => {
    const { code, stdout } = await run('compare', ...RUNS, '--format', 'tsv');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Relative to: x\.my8043/);
    expect(stdout).toContain('1.00\tinsert_range=40\n');
  });

  it('exits 1 for a usage error and 2 when nothing can be read, with nothing on standard output', async () => {
    const usage = await run('compare', RUNS[0] ?? '', RUNS[1] ?? '', '--format', 'xml');
    const unread = await run('parse', join(tmpdir(), 'there-is-no-such-directory'));
    expect([usage.code, usage.stdout, unread.code, unread.stdout]).toEqual([1, '', 2, '']);
    expect(usage.stderr).toContain('text, tsv, csv, md, json');
    expect(unread.stderr).toContain('NOT_FOUND');
  });

  it('teaches with --help', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const word of ['parse', 'compare', 'ingest', 'Examples:', 'Exit codes'])
      expect(stdout).toContain(word);
    expect((await run('compare', '--help')).stdout).toContain('--metric all --format md');
  });

  it('is silent when the reader of its output closes the pipe', async () => {
    const child = spawn(process.execPath, [BINARY, 'parse', ...RUNS], { cwd });
    child.stdout.once('data', () => child.stdout.destroy());
    const stderr = collect(child.stderr);
    const code = await new Promise((done) => child.on('close', done));
    expect([code, await stderr]).toEqual([0, '']);
  });
});

async function run(...args: string[]) {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout: await stdout, stderr: await stderr };
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: string[] = [];
  // Destroying the stream, as one test does, ends it without an `end` event.
  await new Promise((done) => stream.on('data', (chunk) => chunks.push(String(chunk))).on('close', done));
  return chunks.join('');
}
