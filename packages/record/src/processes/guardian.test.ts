import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { identify, isAlive } from './process-id';

it('ends what a recorder started when that is killed with -9', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basecase-guardian-'));
  const script = fileURLToPath(new URL('../testing/sleeper.ts', import.meta.url));
  const recorder = spawn(process.execPath, ['--import', 'tsx', script, join(folder, 'processes.ndjson')]);
  try {
    const [printed] = (await once(recorder.stdout, 'data')) as [Buffer];
    const sleeper = identify(Number(printed.toString()));
    if (!sleeper) throw new Error(`nothing runs as ${printed.toString()}`);
    expect(isAlive(sleeper)).toBe(true);
    recorder.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(sleeper)).toBe(false), { timeout: 120_000 });
  } finally {
    recorder.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
