import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isAlive } from './processes/process-id';
import { parseStarted } from './processes/started-process';
import { randomNumbers } from './rounds/run-rounds';
import { checkRecording } from './testing/check-recording';
import { realPlan, whyNoSysbench } from './testing/real-recording';

const why = whyNoSysbench();
/** More of them, and other ones: RECORD_KILLS=20 RECORD_SEED=2. */
const KILLS = Number(process.env['RECORD_KILLS'] ?? 5);
const SEED = Number(process.env['RECORD_SEED'] ?? 1);
const ROUNDS = 2 * KILLS;
const folder = mkdtempSync(join(tmpdir(), 'basecase-killed-'));
spawnSync('chmod', ['755', folder]);
afterAll(() => rmSync(folder, { recursive: true }));

const directory = join(folder, 'recording');
const planFile = join(folder, 'plan.json');

function startRecorder(): { child: ChildProcess; ended: Promise<string> } {
  const script = fileURLToPath(new URL('testing/record-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, planFile, directory], { detached: true });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  return { child, ended: new Promise((resolve) => child.once('exit', () => resolve(output.trim()))) };
}

const linesOf = (file: string) => {
  try {
    return readFileSync(join(directory, file), 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
};

/** @returns false when none runs at this moment */
function killOne(name: string): boolean {
  const started = parseStarted(readFileSync(join(directory, 'processes.ndjson'), 'utf8'));
  const found = started.filter((one) => basename(one.what) === name && isAlive(one)).at(-1);
  if (!found) return false;
  process.kill(found.pid, 'SIGKILL');
  return true;
}

describe.skipIf(why !== null)(
  `a recording whose processes are killed${why === null ? '' : ` (${why})`}`,
  () => {
    it(`has every number right after ${KILLS} kills (seed ${SEED})`, async () => {
      const plan = realPlan(ROUNDS);
      writeFileSync(planFile, JSON.stringify(plan));
      const random = randomNumbers(SEED);
      const killed: Record<string, number> = {};
      let recorder = startRecorder();
      for (let kill = 0; kill < KILLS; kill++) {
        const victim = ['recorder', 'postgres', 'sysbench'][Math.floor(random() * 3)] ?? 'recorder';
        const until = linesOf('journal.ndjson') + 1 + Math.floor(random() * 12);
        await vi.waitFor(
          () => {
            // After the last round the recorder has exited.
            if (recorder.child.exitCode !== null) return;
            if (linesOf('journal.ndjson') < until) throw new Error('not yet');
            if (victim !== 'recorder' && !killOne(victim)) throw new Error(`no ${victim} runs`);
          },
          { timeout: 120_000, interval: 3 },
        );
        if (recorder.child.exitCode !== null) break;
        killed[victim] = (killed[victim] ?? 0) + 1;
        if (victim !== 'recorder') continue;
        recorder.child.kill('SIGKILL');
        await recorder.ended;
        recorder = startRecorder();
      }
      expect(await recorder.ended).toMatch(/^(most|known)$/);
      const { slices, lost } = await checkRecording(directory, plan);
      expect(slices + lost).toBe(ROUNDS * 4);
      // One that was killed costs its slice, and a server that is being started again at most a few more.
      expect(lost).toBeLessThanOrEqual(3 * KILLS);
      expect(Object.values(killed).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    });
  },
);
