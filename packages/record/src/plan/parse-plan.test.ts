import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { examplePlan } from './example-plan';
import { parsePlan } from './parse-plan';
import { planJsonSchema } from './plan-json-schema';
import { postgresPlan, sysbenchTests } from './postgres-plan';

const plan = JSON.parse(examplePlan());
type Part = Record<string, unknown>;
interface PlanJson extends Part {
  variants: [Part, Part];
  tests: [Part, Part];
  rounds: Part;
}
const with_ = (change: (plan: PlanJson) => void) => {
  const copy = structuredClone(plan);
  change(copy);
  return JSON.stringify(copy);
};

describe('a plan', () => {
  it('has defaults for what is left out', () => {
    const { variants, tests } = plan;
    expect(parsePlan(JSON.stringify({ basecase: 1, variants, tests }))).toMatchObject({
      seconds: 5,
      warmup: 1,
      clients: 1,
      rounds: { resolution: 0.03, least: 8, most: 48, restartEvery: 6 },
      monitors: ['vmstat', 'iostat'],
      duet: false,
    });
  });

  it.each([
    ['no JSON', '{', /plan is not JSON/],
    ['an unknown key', with_((p) => Object.assign(p, { roundz: 1 })), /the plan: unknown key roundz/],
    [
      'a key too many of a test',
      with_((p) => Object.assign(p.tests[0], { sql: 'x' })),
      /tests\.0: unknown key sql/,
    ],
    ['another tool', with_((p) => Object.assign(p.tests[1], { tool: 'ab' })), /tests\.1\.tool: /],
    [
      'a name with a dot',
      with_((p) => Object.assign(p.tests[0], { name: 'a.b' })),
      /tests\.0\.name: expected small/,
    ],
    ['no binaries', with_((p) => void delete p.variants[0]['binaries']), /variants\.0\.binaries: /],
    [
      'versions that are alike',
      with_((p) => Object.assign(p.variants[1], { version: '17.10' })),
      /variants\.1\.name: "17\.10" is there twice/,
    ],
    [
      'more least than most',
      with_((p) => Object.assign(p.rounds, { most: 3 })),
      /rounds\.most: expected at least/,
    ],
    [
      'a duet of three',
      with_((p) =>
        Object.assign(p, {
          duet: true,
          variants: [...p.variants, { version: '15.1', starter: 'postgres', binaries: '/x' }],
        }),
      ),
      /duet: expected false/,
    ],
    [
      'a build of which nothing is known',
      with_((p) => Object.assign(p.variants[0], { build: { branch: 'master' } })),
      /variants\.0\.build: expected a commit, committedAt or number/,
    ],
    [
      'a time without a zone',
      with_((p) => Object.assign(p.variants[0], { build: { committedAt: '2026-08-29T18:00:00' } })),
      /variants\.0\.build\.committedAt: expected a time with its zone/,
    ],
    [
      'an address that a browser would run',
      with_((p) => Object.assign(p, { repository: { commitUrl: 'javascript:alert("{commit}")' } })),
      /repository\.commitUrl: expected an address that begins with http/,
    ],
    [
      'pgbench without anything',
      with_((p) => Object.assign(p, { tests: [{ name: 'x', tool: 'pgbench' }] })),
      /tests\.0: expected builtin or script/,
    ],
    [
      'a pattern without a group',
      with_((p) =>
        Object.assign(p, {
          tests: [{ name: 'x', tool: 'command', command: 'x', parse: { pattern: 'tps' } }],
        }),
      ),
      /tests\.0\.parse/,
    ],
  ])('is refused for %s, with the place', (_, text, message) => {
    expect(() => parsePlan(text)).toThrow(message);
  });

  it('is described by the schema in the repository', async () => {
    // `node --import tsx packages/record/src/testing/write-schema.ts` writes it.
    const text = await readFile(new URL('../../plan.v1.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(planJsonSchema()));
  });
});

describe('the plan of --postgres', () => {
  it('has pinned builds, one config, and the usual 12 tests', async () => {
    const made = await postgresPlan({ versions: ['17', '18.4'], tests: 'usual', machine: 'c8r32' });
    expect(made.variants.map(({ version, config }) => [version, config])).toEqual([
      ['17.10', 'b1_c8r32'],
      ['18.4', 'b1_c8r32'],
    ]);
    expect(made.variants[0]).toMatchObject({ binaries: 'npm:17.10' });
    expect(made.tests).toHaveLength(12);
  });

  it('measures a version that is there twice against itself', async () => {
    const made = await postgresPlan({ versions: ['18', '18'], tests: ['scan'], machine: 'c8r32' });
    expect(made.variants.map(({ name }) => name)).toEqual([undefined, '18.4 again']);
  });

  it.each([['19'], ['17.'], ['x']])('refuses %s', async (version) => {
    await expect(postgresPlan({ versions: [version], tests: 'usual', machine: 'c1r1' })).rejects.toThrow(
      'unknown PostgreSQL',
    );
  });
});

it('finds tests by name and by range, and lists unknown ones', () => {
  const names = (given: Parameters<typeof sysbenchTests>[0]) =>
    sysbenchTests(given)?.map(({ name, range }) => `${name}:${range}`) ?? null;
  expect(names(['insert', 'read-only'])).toEqual(['read-only:100', 'insert:100']);
  expect(names(['read-only:10'])).toEqual(['read-only:10']);
  expect(names(['read-only-order'])).toEqual(['read-only-order:100']);
  expect(names(['read-only:11'])).toBeNull();
  expect(names('all')).toHaveLength(19);
});
