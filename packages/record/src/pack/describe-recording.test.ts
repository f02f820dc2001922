import { describe, expect, it } from 'vitest';
import { madePlan, madeRounds } from '../testing/made-rounds';
import { describeRecording, type RecordingFacts } from './describe-recording';

const machine: RecordingFacts['machine'] = {
  name: 'pn53',
  cores: 8,
  cpu: 'Ryzen 7',
  memoryBytes: 32e9,
  storage: 'NVMe',
  os: 'Linux',
  isVirtual: false,
  facts: { kernel: '6.14.0' },
};

function described(plan: RecordingFacts['plan'], rounds = madeRounds(plan, 3, () => 100), place = 0) {
  const variant = plan.variants[place];
  if (!variant) throw new Error('a plan has a variant');
  const recording = { plan, id: 'r1', seed: 1, machine, tools: ['sysbench 1.0.20'], failures: [] };
  return describeRecording(
    { ...recording, startedAt: '2026-08-29T20:00:00Z', rounds, why: 'known' },
    variant,
  ) as Record<string, unknown>;
}

describe('basecase.json of one build', () => {
  const build = { commit: '4eb13e8a9c', branch: 'master', committedAt: '2026-08-29T18:00:00Z', number: 812 };
  const repository = { url: 'https://git.example/db', commitUrl: 'https://git.example/db/c/{commit}' };
  const one = described(
    madePlan({
      variants: [{ version: '19devel', starter: 'postgres', binaries: '/a', build }],
      repository,
    }),
  );

  it('names the build, and the address of its commits', () => {
    expect(one).toMatchObject({ version: '19devel', build, repository });
  });

  it('claims no precision, as nothing was compared', () => {
    expect(one['notes']).toMatch(/^Recorded by basecase record: 3 rounds of 5 s per test/);
    expect(one['notes']).not.toMatch(/interleaved|known|Wanted/);
  });
});

it('says of several versions how well they are known', () => {
  const notes = described(madePlan())['notes'];
  expect(notes).toContain('3 interleaved rounds');
  expect(notes).toContain('Wanted: ± 3%. Every test is known as well as was asked for.');
});

describe('CPUs that others used', () => {
  const plan = madePlan();
  const rounds = madeRounds(plan, 2, () => 100).map((round) => ({
    ...round,
    slices: round.slices.map((slice) => ({ ...slice, others: slice.variant === 'a' ? round.round : 0.126 })),
  }));

  it('are listed for each version as the mean over its slices', () => {
    expect(described(plan, rounds)['facts']).toMatchObject({ kernel: '6.14.0', otherCpus: '1.50' });
    expect(described(plan, rounds, 1)['facts']).toMatchObject({ otherCpus: '0.13' });
  });

  it('are not told where nothing was measured', () => {
    expect(described(plan, [])['facts']).not.toHaveProperty('otherCpus');
  });
});
