import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';

let cwd = '';
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
});
afterAll(() => remove());

/** A server that is none, and a tool that says 100, then 100 × e^`spread`, in turns. */
function writePlan(spread: number): void {
  const turn = 'n=$(cat turn 2>/dev/null || echo 0); echo $((1 - n)) > turn';
  const say = `awk "BEGIN { print \\"rate: \\" 100 * exp(${spread} * $n) }"`;
  const variant = { product: 'None', starter: 'commands', start: 'true', ready: 'true' };
  const plan = {
    basecase: 1,
    variants: [
      { ...variant, version: '1' },
      { ...variant, version: '2' },
    ],
    tests: [
      {
        name: 'rate',
        tool: 'command',
        command: `cd "$BASECASE_DATA" && ${turn}; ${say}`,
        parse: { pattern: 'rate: ([\\d.]+)' },
      },
    ],
    rounds: { resolution: 0.05, least: 8, most: 48, mostSteal: 1 },
    monitors: [],
    warmup: 0,
  };
  writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan));
}

it('reports a machine that is too noisy before anything is measured, with advice', async () => {
  writePlan(0.31);
  const { code, stdout } = await runCaptured(['record', 'plan.json', '--out', 'noisy', '--yes'], { cwd });
  expect(code).toBe(3);
  expect(stdout).toContain('Two equal servers differ by ± 31% a round;');
  expect(stdout).toMatch(
    /it needs about 161 rounds for ± 5% here, .*: another machine is the better answer\./,
  );
  expect(stdout).toContain('--resolution 20%, 14 rounds');
  expect(stdout).toContain('Nothing was measured, nothing was sent.');
  expect(readdirSync(cwd)).toEqual(['plan.json']);
});

it('continues if the machine is quiet enough, with another kind of server and tool', async () => {
  writePlan(0.01);
  const { code, stdout } = await runCaptured(['record', 'plan.json', '--out', 'fine', '--yes'], { cwd });
  expect(stdout).toContain('Good enough: ± 5% in about 8 rounds.');
  expect(stdout).toMatch(/Done after 8 rounds, .* 1 of 1 known to ± 5%\./);
  expect(stdout).toContain('kept in      fine/*.tar.gz');
  expect(code).toBe(0);
  expect(readdirSync(join(cwd, 'fine')).sort()).toEqual([
    'journal.ndjson',
    'plan.json',
    'x.none1_rel.b1.pk1.tar.gz',
    'x.none2_rel.b1.pk1.tar.gz',
  ]);
});
