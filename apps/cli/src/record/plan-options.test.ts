import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplePlan } from '@basecase/record';
import { afterAll, describe, expect, it } from 'vitest';
import { parseResolution, parseRounds } from '../commands/record';
import { runCaptured } from '../testing/capture';
import { planOfOptions } from './run-record';

const folder = mkdtempSync(join(tmpdir(), 'basecase-plan-'));
const file = join(folder, 'plan.json');
writeFileSync(file, examplePlan());
afterAll(() => rmSync(folder, { recursive: true }));

describe('the plan of a command line', () => {
  it('is that of the file, with what the options change', async () => {
    const plan = await planOfOptions(file, {
      tests: 'read-only:10',
      resolution: 0.01,
      rounds: { least: 20, most: 30 },
      clients: 8,
      rows: 1000,
      server: 'pn53',
    });
    expect(plan.tests.map(({ name }) => name)).toEqual(['read-only']);
    expect(plan).toMatchObject({
      clients: 8,
      seconds: 5,
      load: { tables: 1, rows: 1000 },
      rounds: { resolution: 0.01, least: 20, most: 30, restartEvery: 6 },
      server: { name: 'pn53', kind: 'unknown' },
    });
  });

  it('is that of --postgres', async () => {
    const plan = await planOfOptions(null, { postgres: '17,18', tests: 'insert,scan', duet: true });
    expect(plan.variants.map(({ version }) => version)).toEqual(['17.10', '18.4']);
    expect(plan.tests.map(({ name }) => name)).toEqual(['scan', 'insert']);
    expect(plan.duet).toBe(true);
  });
});

describe('the build on the command line', () => {
  const build = { commit: '4eb13e8a9c', committedAt: '2026-08-29T18:00:00Z', buildNumber: '812' };

  it('is that of the one version of the plan, which a CI leaves as it is', async () => {
    const { variants, ...plan } = JSON.parse(examplePlan());
    const one = join(folder, 'one.json');
    writeFileSync(one, JSON.stringify({ ...plan, variants: [variants[0]] }));
    const made = await planOfOptions(one, {
      ...build,
      branch: 'master',
      repository: 'https://git.example/db',
    });
    expect(made.variants[0]?.build).toEqual({
      branch: 'master',
      commit: '4eb13e8a9c',
      committedAt: '2026-08-29T18:00:00Z',
      number: 812,
    });
    expect(made.repository).toEqual({ url: 'https://git.example/db' });
  });

  it('is refused if the plan has two, because it is ambiguous', async () => {
    await expect(planOfOptions(file, build)).rejects.toThrow('are of one version; the plan has 2');
  });

  it('is refused without what names it', async () => {
    await expect(planOfOptions(null, { postgres: '18', branch: 'master' })).rejects.toThrow(
      'variants.0.build: expected a commit, committedAt or number',
    );
  });
});

it.each([
  ['3%', 0.03],
  ['2.5%', 0.025],
  ['0.05', 0.05],
])('reads the resolution %s', (text, value) => {
  expect(parseResolution(text)).toBeCloseTo(value, 10);
});

it.each(['3', '80%', 'x', '-1%', '0.1%'])('refuses the resolution %s', (text) => {
  expect(() => parseResolution(text)).toThrow('Expected 0.2% to 50%');
});

it('reads how many rounds', () => {
  expect(parseRounds('8..48')).toEqual({ least: 8, most: 48 });
  expect(parseRounds('24')).toEqual({ least: 24, most: 24 });
  expect(() => parseRounds('0..3')).toThrow('Expected least..most');
});

describe('basecase record', () => {
  it.each([
    [['record'], 'give a plan, or --postgres'],
    [['record', 'plan.json', '--postgres', '18'], 'give a plan, or --postgres'],
    [['record', '--postgres', '9'], 'unknown PostgreSQL "9"'],
    [['record', '--postgres', '18', '--tests', 'nope'], 'unknown test'],
    [['record', 'plan.json', '--tests', 'nope'], 'the plan has point-query, read-only, update-index'],
    [['record', 'none.json'], 'none.json cannot be read'],
    [['record', '--postgres', '17,18', '--rounds', '9..3'], 'rounds.most: expected at least'],
    [['record', '--resume', 'nothing-here'], 'holds no recording'],
    [['record', '--postgres', '18', '--against', 'bench'], '--against is not a web address'],
  ])('%j reports the mistake and measures nothing', async (args, message) => {
    const { code, stderr } = await runCaptured(args, { cwd: folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('prints an example plan that can be used', async () => {
    const { code, stdout } = await runCaptured(['record', '--init']);
    expect([code, stdout]).toEqual([0, examplePlan()]);
  });
});
