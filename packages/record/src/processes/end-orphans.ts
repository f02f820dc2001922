import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-id';
import { findMarked, parseStarted, type StartedProcess } from './started-process';

const [GRACE_MS, POLL_MS] = [15_000, 50];

/**
 * Ends what a killed recorder left running. Each process is known by its pid and start time, never by its name.
 *
 * @param file its `processes.ndjson`; none is an empty one
 * @param id of the recording
 * @returns what was ended
 */
export async function endOrphans(file: string, id: string): Promise<StartedProcess[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Child processes are last: a server ends its own on request.
  const listed = parseStarted(text).filter(isAlive);
  await end(listed);
  const marked = findMarked(id).filter(isAlive);
  await end(marked);
  return [...listed, ...marked];
}

async function end(processes: readonly StartedProcess[]): Promise<void> {
  for (const one of processes) send(one, one.signal);
  const late = Date.now() + GRACE_MS;
  while (processes.some(isAlive) && Date.now() < late) await sleep(POLL_MS);
  for (const one of processes.filter(isAlive)) send(one, 'SIGKILL');
  while (processes.some(isAlive)) await sleep(POLL_MS);
}

function send(one: StartedProcess, signal: NodeJS.Signals): void {
  if (!isAlive(one)) return;
  try {
    process.kill(one.group ? -one.pid : one.pid, signal);
  } catch {
    // It ended between the two calls.
  }
}
