import { expect, it } from 'vitest';
import { runChaos } from './run-chaos.mjs';

const KILLS = 5;

it.skipIf(process.platform !== 'linux')(
  'nothing is lost, doubled or stuck when processes are killed (Linux: found in /proc)',
  async () => {
    const seed = Number(process.env.FUZZ_SEED ?? 1);
    const { problems, accepted } = await runChaos({ kills: KILLS, seed, hasWeb: false });
    expect({ seed, problems }).toEqual({ seed, problems: [] });
    expect(accepted).toBeGreaterThan(0);
  },
);
