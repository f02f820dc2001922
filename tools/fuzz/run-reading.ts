import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import { type Kind, listSources, makeInput } from './inputs';

/** More is a hang. */
const MAX_SECONDS = 10;
/** More, of the whole process, is a leak or a bomb. */
const MAX_MEGABYTES = 400;

export interface Reading {
  kind: Kind;
  seed: number;
  from: number;
  to: number;
  corpus: string | undefined;
}

export interface ReadingReport {
  read: number;
  refused: number;
  faults: string[];
  slowestSeconds: number;
  peakMegabytes: number;
}

interface Told {
  index: number;
  outcome?: 'read' | 'refused' | 'fault';
  fault?: string | null;
  seconds?: number;
  megabytes?: number;
}

/** Reads made-up inputs in a process of its own; one that hangs or dies is reported, and another goes on after it. */
export async function runReading(reading: Reading): Promise<ReadingReport> {
  const report: ReadingReport = { read: 0, refused: 0, faults: [], slowestSeconds: 0, peakMegabytes: 0 };
  let { from } = reading;
  while (from < reading.to) from = await runChild({ ...reading, from }, report);
  return report;
}

/** @returns the number of the first input that was not tried */
async function runChild(reading: Reading, report: ReadingReport): Promise<number> {
  const child = fork(fromRoot('tools/fuzz/read-inputs.ts'), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let [current, words] = [reading.from, ''];
  let [isTrying, isHung] = [false, false];
  let watchdog: NodeJS.Timeout | undefined;
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  });
  child.on('message', (told: Told) => {
    clearTimeout(watchdog);
    current = told.index;
    isTrying = told.outcome === undefined;
    if (isTrying) {
      watchdog = setTimeout(() => {
        isHung = true;
        child.kill('SIGKILL');
      }, MAX_SECONDS * 1000);
    } else note(told, reading, report);
  });
  child.send(reading);
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(watchdog);
  if (isTrying) {
    const what = isHung ? `hung for more than ${MAX_SECONDS} s` : `ended the process: ${words}`;
    addFault(report, reading, { index: current, what });
  } else if (current + 1 < reading.to) throw new Error(`the reading process ended by itself: ${words}`);
  return current + 1;
}

function note(told: Told, reading: Reading, report: ReadingReport): void {
  const { index, outcome, seconds = 0, megabytes = 0 } = told;
  report.slowestSeconds = Math.max(report.slowestSeconds, seconds);
  report.peakMegabytes = Math.max(report.peakMegabytes, megabytes);
  if (outcome === 'fault') addFault(report, reading, { index, what: told.fault ?? '' });
  else if (megabytes > MAX_MEGABYTES)
    addFault(report, reading, { index, what: `took ${megabytes.toFixed(0)} MB, over ${MAX_MEGABYTES}` });
  if (outcome === 'read' || outcome === 'refused') report[outcome] += 1;
}

/** Says what happened, and keeps the input in a file. */
function addFault(report: ReadingReport, reading: Reading, fault: { index: number; what: string }): void {
  const { kind, seed, corpus } = reading;
  const { name, bytes } = makeInput(kind, { seed, index: fault.index }, listSources(corpus));
  const folder = path.join(tmpdir(), 'basecase-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${kind}-${seed}-${fault.index}-${name}`);
  writeFileSync(file, bytes);
  report.faults.push(`${file}: ${fault.what}`);
}
