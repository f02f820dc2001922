import { randomBytes } from 'node:crypto';
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';
import { startUploadServer, type UploadServer } from '../testing/upload-server';

let server: UploadServer;
let cwd = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  server = await startUploadServer();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeFile(join(cwd, 'run.tar.gz'), 'some bytes');
});
afterEach(async () => {
  await server.close();
  await remove();
});

const upload = (...args: string[]) => runCaptured(['upload', ...args, '--url', server.url], { cwd });
const lines = () => server.seen.map(({ line }) => line.replace(/[0-9a-f]{64}/, 'SHA'));

describe('basecase upload', () => {
  it('sends a file, waits until it is stored, and prints where to look at it', async () => {
    const { code, stdout, stderr } = await upload('run.tar.gz', '--token', 'bc_good', '--server', 'pn53');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'run.tar.gz: stored',
        '  run: x.my9500, 2 results',
        '  files: 2 read, 0 kept as they are, 0 not recognized',
        `  look at: ${server.url}/compare?server=pn53`,
        `  upload: ${server.url}/uploads/1`,
        'result   3 of 32 tests are slower.',
        `open     ${server.url}/compare?server=pn53&base=mysql-8.4.7`,
        '',
      ].join('\n'),
    );
    expect(lines()).toEqual([
      'GET /api/v1/uploads/by-sha256/SHA',
      'PUT /api/v1/uploads',
      'GET /api/v1/uploads/1',
      'GET /api/v1/uploads/1',
      'GET /api/v1/uploads/1/answers',
    ]);
  });

  it('does not send bytes that are stored there, unless it says something new about them', async () => {
    await upload('run.tar.gz', '--token', 'bc_good', '--server', 'pn53');
    server.seen.length = 0;
    const { code, stdout } = await upload('run.tar.gz', '--server', 'pn53');
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'run.tar.gz: already stored, nothing changed']);
    expect(lines()).toEqual(['GET /api/v1/uploads/by-sha256/SHA', 'GET /api/v1/uploads/1/answers']);
    await upload('run.tar.gz', '--token', 'bc_good', '--server', 'other');
    expect(lines()).toContain('PUT /api/v1/uploads');
  });

  it('names the upload that has the same bytes under another name', async () => {
    await upload('run.tar.gz', '--token', 'bc_good', '--server', 'pn53');
    await writeFile(join(cwd, 'copy.tar.gz'), 'some bytes');
    const { stdout } = await upload('copy.tar.gz');
    expect(stdout.split('\n')[0]).toBe('copy.tar.gz: already stored as run.tar.gz, nothing changed');
  });

  it('names their campaign, and sends them again only for another one', async () => {
    const named = (campaign: string) => upload('run.tar.gz', '--token', 'bc_good', '--campaign', campaign);
    await named('november 2025');
    expect(server.seen.find(({ line }) => line.startsWith('PUT'))?.campaign).toBe('november 2025');
    server.seen.length = 0;
    await named('november 2025');
    expect(lines()).toEqual(['GET /api/v1/uploads/by-sha256/SHA', 'GET /api/v1/uploads/1/answers']);
    await named('may');
    expect(lines()).toContain('PUT /api/v1/uploads');
  });

  it('names their build, and sends them again only for another one', async () => {
    const night = (commit: string) =>
      upload(
        'run.tar.gz',
        '--token',
        'bc_good',
        '--commit',
        commit,
        '--branch',
        'master',
        '--build-number',
        '7',
      );
    await night('4eb13e8a');
    expect(server.seen.find(({ line }) => line.startsWith('PUT'))?.query).toMatchObject({
      commit: '4eb13e8a',
      branch: 'master',
      buildNumber: '7',
    });
    server.seen.length = 0;
    await night('4eb13e8a');
    expect(lines()).toEqual(['GET /api/v1/uploads/by-sha256/SHA', 'GET /api/v1/uploads/1/answers']);
    await night('5eb13e8a');
    expect(lines()).toContain('PUT /api/v1/uploads');
  });

  it('sends bytes again whose files the retention rule removed', async () => {
    await writeFile(join(cwd, 'removed.tar.gz'), 'a night of long ago');
    await upload('removed.tar.gz', '--token', 'bc_good');
    server.seen.length = 0;
    await upload('removed.tar.gz', '--token', 'bc_good');
    expect(lines()).toContain('PUT /api/v1/uploads');
  });

  it('refuses what can be no build before it sends anything', async () => {
    const { code, stderr } = await upload('run.tar.gz', '--build-url', 'javascript:alert(1)');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Expected an address that begins with http:// or https://, found "javascript:alert(1)"',
    );
    expect(lines()).toEqual([]);
  });

  it('sends again when the connection is cut', async () => {
    server.cuts = 1;
    expect((await upload('run.tar.gz', '--token', 'bc_good')).code).toBe(0);
    expect(lines().filter((line) => line.startsWith('PUT'))).toHaveLength(2);
  });

  it('packs a directory, to the same bytes each time, without links and times', async () => {
    const directory = join(cwd, 'x.my9500.pk1');
    await mkdir(join(directory, 'b'), { recursive: true });
    await writeFile(join(directory, 'b', 'sb.o.a'), 'a log');
    expect((await upload('x.my9500.pk1', '--token', 'bc_good')).code).toBe(0);
    await symlink('/etc/passwd', join(directory, 'link'));
    await utimes(join(directory, 'b', 'sb.o.a'), new Date(0), new Date(0));
    server.seen.length = 0;
    const { stdout } = await upload('x.my9500.pk1', '--token', 'bc_good');
    expect(stdout).toContain('already stored');
    expect(lines()).toEqual(['GET /api/v1/uploads/by-sha256/SHA', 'GET /api/v1/uploads/1/answers']);
  });

  it('exits 2 for what holds no log, and 0 when another path does', async () => {
    await writeFile(join(cwd, 'bad.tar.gz'), 'other bytes');
    const { code, stdout } = await upload('bad.tar.gz', '--token', 'bc_good');
    expect([code, stdout.split('\n')[0]]).toEqual([2, 'bad.tar.gz: failed: no log in it (NO_KNOWN_LOGS)']);
    expect((await upload('bad.tar.gz', 'run.tar.gz', '--token', 'bc_good')).code).toBe(0);
  });

  it('exits 1 for a wrong token, also when the server answers before all is sent', async () => {
    await writeFile(join(cwd, 'large'), randomBytes(20_000_000));
    const { code, stderr } = await upload('large', '--token', 'bc_no');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Unknown or revoked token. (TOKEN_WRONG)')]);
  });

  it('exits 1 for a server that does not answer, a wrong address, and a file that is not there', async () => {
    await server.close();
    expect(await upload('run.tar.gz')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the connection was refused'),
    });
    expect(await runCaptured(['upload', 'run.tar.gz', '--url', 'bench'], { cwd })).toMatchObject({ code: 1 });
    expect(await upload('missing.tar')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no such file or directory'),
    });
    await rm(join(cwd, 'run.tar.gz'));
    server = await startUploadServer();
  });
});
