import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUpload } from '@basecase/ingest';
import { afterAll, describe, expect, it } from 'vitest';
import { type Offer, record } from './record';
import type { RecordEvent } from './rounds/record-event';
import { checkRecording } from './testing/check-recording';
import { realPlan, whyNoSysbench } from './testing/real-recording';

const why = whyNoSysbench();
const folder = mkdtempSync(join(tmpdir(), 'basecase-record-'));
// The servers run as another user when the tests run as root.
spawnSync('chmod', ['755', folder]);
afterAll(() => rmSync(folder, { recursive: true }));

interface Watched {
  events: RecordEvent[];
  offer: Offer | null;
}

function run(
  name: string,
  plan = realPlan(3),
  given: { stopAt?: (event: RecordEvent) => boolean; start?: boolean } = {},
) {
  const watched: Watched = { events: [], offer: null };
  const stop = new AbortController();
  const directory = join(folder, name);
  const recording = record({
    what: { plan, directory, dataDirectory: null },
    minutes: null,
    env: process.env,
    signal: stop.signal,
    onEvent(event) {
      watched.events.push(event);
      if (given.stopAt?.(event)) stop.abort(new Error('Ctrl C'));
    },
    async confirm(offer) {
      watched.offer = offer;
      return given.start ?? true;
    },
  });
  return { recording, watched, directory, plan };
}

describe.skipIf(why !== null)(`a real recording${why === null ? '' : ` (${why})`}`, () => {
  it('measures each test on each variant once in a round, and packs what it measured', async () => {
    const { recording, watched, directory, plan } = run('whole');
    const done = await recording;
    expect(done).toMatchObject({ why: 'most', failures: [] });
    expect(await checkRecording(directory, plan)).toEqual({ slices: 12, lost: 0 });
    expect(watched.offer?.sameTwice?.sd).toBeGreaterThan(0);
    expect(watched.offer?.state.checks.map(({ name }) => name)).toContain('stolen time');
    expect(done.tarballs.map((path) => path.slice(directory.length + 1))).toEqual([
      'x.pg184_rel.b1.pk1.tar.gz',
      'x.pg184_rel.b2.pk1.tar.gz',
    ]);
    // Each test meets the variants one right after the other, in the order of its round.
    const begun = watched.events.filter((event) => event.type === 'slice-begins');
    expect(begun).toHaveLength(12);
    for (let index = 0; index < begun.length; index += 2) {
      expect(begun[index]?.test).toBe(begun[index + 1]?.test);
      expect(begun[index]?.variant).not.toBe(begun[index + 1]?.variant);
    }
  });

  it('measures one build, which is compared with nothing here', async () => {
    const build = { commit: '4eb13e8a9c', branch: 'master', committedAt: '2026-08-29T18:00:00Z' };
    const { variants, ...rest } = realPlan(2);
    const line = { ...variants[0], name: undefined, version: '19devel', serverVersion: '18.4', build };
    const { recording, watched, directory, plan } = run('one', {
      ...rest,
      variants: [line],
    } as typeof rest & {
      variants: typeof variants;
    });
    const done = await recording;
    expect(done).toMatchObject({ why: 'known', failures: [], compared: [] });
    expect(watched.offer).toMatchObject({ sameTwice: null, forecast: null });
    expect(await checkRecording(directory, plan)).toEqual({ slices: 4, lost: 0 });
    const [tarball = ''] = done.tarballs;
    const { runs } = await readUpload(tarball, { hash: false });
    expect(runs[0]?.variant).toMatchObject({
      version: '19devel',
      build: { ...build, committedAt: '2026-08-29T18:00:00.000Z' },
    });
  });

  it('keeps whole rounds when it is ended by hand, and can be resumed', async () => {
    const isInThird = (event: RecordEvent) => event.type === 'slice' && event.round === 3;
    const { recording, directory, plan } = run('stopped', realPlan(4), { stopAt: isInThird });
    expect(await recording).toMatchObject({ why: 'stopped', rounds: [{ round: 1 }, { round: 2 }] });
    expect(await checkRecording(directory, plan)).toEqual({ slices: 8, lost: 0 });
    const before = readdirSync(directory);
    expect(before).toContain('journal.ndjson');

    const done = await record({
      what: { resume: directory },
      minutes: null,
      env: process.env,
      signal: new AbortController().signal,
      onEvent: () => {},
      confirm: () => Promise.reject(new Error('asked again')),
    });
    expect(done.why).toBe('most');
    expect(await checkRecording(directory, plan)).toEqual({ slices: 16, lost: 0 });
  });

  it('names the failed test, and measures the rest', async () => {
    const broken = realPlan(3);
    const [first, second] = broken.variants;
    const [test] = broken.tests;
    const plan = {
      ...broken,
      variants: [first, second, { ...second, name: 'third', version: '17.10', config: 'b3' }],
      tests: [test, { ...test, name: 'no-such', script: 'no_such_script' }],
    } as typeof broken;
    const { recording, directory } = run('broken', plan);
    const done = await recording;
    expect(done.failures.map(({ variant, test: name }) => [variant, name])).toEqual([
      ['third', null],
      expect.arrayContaining(['no-such range=100']),
      expect.arrayContaining(['no-such range=100']),
    ]);
    expect(done.failures[0]?.reason).toContain('the plan says version 17.10, the server says 18.4');
    expect(done.failures[1]?.reason).toMatch(/no_such_script/);
    expect(done.tarballs).toHaveLength(2);
    const journal = readFileSync(join(directory, 'journal.ndjson'), 'utf8');
    expect(journal.match(/"type":"slice"/g)).toHaveLength(6);
    expect(journal.match(/"type":"lost"/g)).toHaveLength(6);
  });

  it('leaves nothing behind when it is declined', async () => {
    const { recording, directory } = run('declined', realPlan(1), { start: false });
    expect(await recording).toMatchObject({ why: 'declined', tarballs: [] });
    expect(readdirSync(folder)).not.toContain('declined');
    expect(directory).toContain('declined');
  });
});
