import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import type { NamedLog } from './hostile-archive';
import { type Kind, listSources, makeInput } from './inputs';

/** More is a hang. */
const MAX_SECONDS = 10;
/** More, of the whole process, is a leak or a bomb. */
const MAX_MEGABYTES = 400;

export interface Reading {
  kind: Kind;
  seed: number;
  count: number;
  corpus: string | undefined;
}

export interface ReadingReport {
  read: number;
  refused: number;
  faults: string[];
  slowest: { seconds: number; index: number };
  peakMegabytes: number;
}

interface Outcome {
  outcome: 'read' | 'refused' | 'fault';
  fault: string | null;
  seconds: number;
  megabytes: number;
}

/** Reads made-up inputs in its own process; after one that hangs, dies or swells another process continues. */
export async function runReading({ kind, seed, count, corpus }: Reading): Promise<ReadingReport> {
  const sources = listSources(corpus);
  const slowest = { seconds: 0, index: 0 };
  const report: ReadingReport = { read: 0, refused: 0, faults: [], slowest, peakMegabytes: 0 };
  let child = startReader();
  for (let index = 0; index < count; index += 1) {
    const input = makeInput(kind, { seed, index }, sources);
    const told = await tell(child, input);
    const fault = typeof told === 'string' ? told : note(told, index, report);
    if (fault === null) continue;
    report.faults.push(`${keep(input, `${kind}-${seed}-${index}`)}: ${fault}`);
    child.kill('SIGKILL');
    child = startReader();
  }
  child.kill('SIGKILL');
  return report;
}

function startReader(): ChildProcess {
  return fork(fromRoot('tools/fuzz/read-inputs.ts'), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Bytes go as bytes.
    serialization: 'advanced',
  });
}

/** @returns what the reader says, or what happened to it */
async function tell(child: ChildProcess, input: NamedLog): Promise<Outcome | string> {
  let words = '';
  const listen = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  };
  child.stderr?.on('data', listen);
  let watchdog: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Outcome | string>((resolve) => {
      child.once('message', (told: Outcome) => resolve(told));
      child.once('close', () => resolve(`ended the process: ${words}`));
      watchdog = setTimeout(() => resolve(`hung for more than ${MAX_SECONDS} s`), MAX_SECONDS * 1000);
      child.send(input);
    });
  } finally {
    clearTimeout(watchdog);
    child.removeAllListeners('message').removeAllListeners('close');
    child.stderr?.off('data', listen);
  }
}

/** @returns what is wrong, null when nothing is */
function note({ outcome, fault, seconds, megabytes }: Outcome, index: number, report: ReadingReport) {
  if (seconds > report.slowest.seconds) report.slowest = { seconds, index };
  report.peakMegabytes = Math.max(report.peakMegabytes, megabytes);
  if (outcome === 'fault') return fault ?? 'failed';
  report[outcome] += 1;
  return megabytes > MAX_MEGABYTES ? `took ${megabytes.toFixed(0)} MB, over ${MAX_MEGABYTES}` : null;
}

/** @returns where the input is kept */
function keep({ name, bytes }: NamedLog, title: string): string {
  const folder = path.join(tmpdir(), 'basecase-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${title}-${name}`);
  writeFileSync(file, bytes);
  return file;
}
