// Started by `npm run fuzz`: one round of made-up logs, archives and manifests, and HTTP requests when a server is named.
// Ends with 1 when a fault was found.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import { sourcesOfValues, tryValues } from './changed-values';
import { hostileArchive, type NamedLog, plainArchive } from './hostile-archive';
import { hostileManifest } from './hostile-manifest';
import { type Random, randomOf } from './random';
import { fuzzServer, keepInput } from './server-requests';

/** Several times what parsers are shown of a line. */
const LONGEST_LINE = 3_000_000;
const NUMBERS = [
  '1e30',
  '-1',
  '-0',
  'NaN',
  'inf',
  '0',
  '99999999999999999999999999999999',
  '0.0000000001',
  '',
];
const PIECES = [
  '\0',
  '\r',
  '\r\n',
  '\n\n',
  '\ufeff',
  '\u2028',
  '\x1b[31m',
  '%',
  ',',
  '\t',
  '{',
  '}',
  '"',
  '-nan',
];

type Mutation = (lines: string[], random: Random) => string[];

/** Changes of whole lines; the text has a character for each byte. */
const LINE_MUTATIONS: readonly Mutation[] = [
  (lines, random) => lines.slice(0, random.int(lines.length + 1)),
  (lines, random) => lines.slice(random.int(lines.length + 1)),
  (lines, random) => lines.filter(() => !random.chance(0.1)),
  (lines, random) => lines.flatMap((line) => (random.chance(0.1) ? [line, line] : [line])),
  (lines, random) => [...lines, ...lines.slice(random.int(lines.length + 1))],
  (lines, random) => {
    const [a, b] = [random.int(lines.length), random.int(lines.length)];
    return lines.map((line, index) => (index === a ? (lines[b] ?? '') : line));
  },
  (lines, random) =>
    changeLine(lines, random, (line) =>
      line.repeat(1 + random.int(Math.min(20, 1 + LONGEST_LINE / (1 + line.length)))),
    ),
  (lines, random) =>
    changeLine(
      lines,
      random,
      (line) => line + random.pick(['x', '0', ' ', '1,', '[']).repeat(random.int(LONGEST_LINE)),
    ),
  (lines, random) => changeLine(lines, random, (line) => line.slice(0, random.int(line.length + 1))),
  (lines, random) => lines.map((line) => (random.chance(0.2) ? changeNumber(line, random) : line)),
  (lines, random) => changeLine(lines, random, (line) => changeNumber(line, random)),
  (lines, random) =>
    changeLine(lines, random, (line) => {
      const at = random.int(line.length + 1);
      return line.slice(0, at) + random.pick(PIECES) + line.slice(at);
    }),
];

/**
 * Damages a log as crashes, copies and hostile people do: bits, lines, numbers, line ends, encodings.
 *
 * @param other another log, to splice with
 */
function mutateLog(log: Buffer, other: Buffer, random: Random): Buffer {
  let lines = log.toString('latin1').split('\n');
  for (let left = 1 + random.int(4); left > 0; left -= 1) lines = random.pick(LINE_MUTATIONS)(lines, random);
  if (random.chance(0.1)) lines = [...lines, ...other.toString('latin1').split('\n').slice(random.int(50))];
  const text = lines.join(random.pick(['\n', '\n', '\n', '\n', '\r\n', '\r', '']));
  return damageBytes(encode(text, random), random);
}

function changeLine(lines: string[], random: Random, change: (line: string) => string): string[] {
  const at = random.int(lines.length);
  return lines.map((line, index) => (index === at ? change(line) : line));
}

function changeNumber(line: string, random: Random): string {
  const change = random.pick<(digits: string) => string>([
    () => random.pick(NUMBERS),
    (digits) => digits.repeat(2 + random.int(30)),
    (digits) => `-${digits}`,
    (digits) => `${digits}0`,
    (digits) => `${digits}.${digits}`,
  ]);
  return line.replace(/\d+(?:\.\d+)?/g, (digits) => (random.chance(0.3) ? change(digits) : digits));
}

function encode(text: string, random: Random): Buffer {
  if (random.chance(0.03)) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (random.chance(0.03)) return Buffer.from(text, 'utf8');
  return Buffer.from(text, 'latin1');
}

function damageBytes(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0 || !random.chance(0.4)) return bytes;
  const damaged = Buffer.from(bytes);
  for (let left = 1 + random.int(40); left > 0; left -= 1) {
    const at = random.int(damaged.length);
    damaged[at] = random.chance(0.5) ? (damaged[at] ?? 0) ^ (1 << random.int(8)) : random.int(256);
  }
  return random.chance(0.2) ? damaged.subarray(0, random.int(damaged.length)) : damaged;
}

/** Larger logs of the corpus say nothing that smaller ones do not, and make fewer inputs a minute. */
const MAX_SOURCE_BYTES = 400_000;

const KINDS = ['logs', 'archives', 'manifests'] as const;
type Kind = (typeof KINDS)[number];

/** Real logs to start from: the fixtures of the project, and those of the corpus when there is one. */
export function listSources(corpus: string | undefined): NamedLog[] {
  const parsers = fromRoot('packages/ingest/src/parsers');
  const fixtures = filesBelow(parsers).filter((file) => path.basename(path.dirname(file)) === 'fixtures');
  const real = corpus && existsSync(corpus) ? filesBelow(corpus) : [];
  return [...fixtures, ...real]
    .filter((file) => !/\.tsv$/.test(file) || fixtures.includes(file))
    .filter((file) => statSync(file).size <= MAX_SOURCE_BYTES)
    .map((file) => ({ name: path.basename(file), bytes: readFileSync(file) }));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The input of this number: the same whenever seed, kind and sources are. */
export function makeInput(
  kind: Kind,
  at: { seed: number; index: number },
  sources: readonly NamedLog[],
): NamedLog {
  const random = randomOf(
    Math.imul(at.seed, 1_000_003) ^ Math.imul(at.index + 1, 7919) ^ KINDS.indexOf(kind),
  );
  if (kind === 'archives') return hostileArchive(sources, random);
  const log = random.pick(sources);
  if (kind === 'manifests') {
    const manifest = { name: 'basecase.json', bytes: Buffer.from(hostileManifest(random)) };
    return plainArchive([manifest, log], random);
  }
  return { name: log.name, bytes: mutateLog(log.bytes, random.pick(sources).bytes, random) };
}

/** More is a hang. */
const MAX_SECONDS = 10;
/** More, of the whole process, is a leak or a bomb. */
const MAX_MEGABYTES = 400;

interface Reading {
  kind: Kind;
  seed: number;
  count: number;
  corpus: string | undefined;
}

interface ReadingReport {
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
async function runReading({ kind, seed, count, corpus }: Reading): Promise<ReadingReport> {
  const sources = listSources(corpus);
  const slowest = { seconds: 0, index: 0 };
  const report: ReadingReport = { read: 0, refused: 0, faults: [], slowest, peakMegabytes: 0 };
  let child = await startReader();
  for (let index = 0; index < count; index += 1) {
    const input = makeInput(kind, { seed, index }, sources);
    const told = await tell(child, input);
    const fault = typeof told === 'string' ? told : note(told, index, report);
    if (fault === null) continue;
    report.faults.push(`${keepInput(`${kind}-${seed}-${index}-${input.name}`, input.bytes)}: ${fault}`);
    child.kill('SIGKILL');
    child = await startReader();
  }
  child.kill('SIGKILL');
  return report;
}

/** On a busy machine its start takes longer than an input may. */
async function startReader(): Promise<ChildProcess> {
  const child = fork(fromRoot('tools/fuzz/read-inputs.ts'), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Bytes go as bytes.
    serialization: 'advanced',
  });
  const never = once(child, 'close').then(() => {
    throw new Error('The process that reads did not start.');
  });
  await Promise.race([once(child, 'message'), never]);
  return child;
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

/**
 * Damages logs of formats whose numbers are checked.
 *
 * @returns how many faults were found
 */
async function checkValues(seed: number, count: number): Promise<number> {
  const faults: string[] = [];
  const sources = sourcesOfValues(listSources(undefined));
  for (let index = 0; index < count; index += 1) {
    const random = randomOf(Math.imul(seed, 1_000_003) ^ Math.imul(index + 1, 7919));
    const source = random.pick(sources);
    const fault = await tryValues(source, random).catch((error) => String(error?.stack ?? error));
    if (fault === null) continue;
    const [first = '', ...lines] = fault.split('\n');
    const damaged = Buffer.from(lines.join('\n'), 'latin1');
    const file = keepInput(`values-${seed}-${index}-${source.name}`, damaged);
    faults.push(`${file}: ${first}`);
  }
  for (const fault of faults) console.error(`FAULT ${fault}`);
  console.log(`values: ${count} damaged logs of ${sources.length}, ${faults.length} faults`);
  return faults.length;
}

/** @returns how many faults were found */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      logs: { type: 'string', default: '0' },
      archives: { type: 'string', default: '0' },
      manifests: { type: 'string', default: '0' },
      values: { type: 'string', default: '0' },
      requests: { type: 'string', default: '0' },
      url: { type: 'string' },
    },
  });
  const seed = Number(values.seed);
  const corpus = process.env['BASECASE_CORPUS'];
  let faults = 0;
  for (const kind of KINDS) {
    const count = Number(values[kind]);
    if (count > 0) faults += say(kind, await runReading({ kind, seed, count, corpus }));
  }
  if (Number(values.values) > 0) faults += await checkValues(seed, Number(values.values));
  if (values.url && Number(values.requests) > 0) {
    const report = await fuzzServer(values.url, { seed, requests: Number(values.requests) });
    faults += report.faults.length;
    for (const fault of report.faults) console.error(`FAULT ${fault}`);
    console.log(`requests: ${report.sent} sent to ${report.routes} routes, ${report.faults.length} faults`);
  }
  return faults;
}

/** @returns how many faults it has */
function say(kind: Kind, report: ReadingReport): number {
  for (const fault of report.faults) console.error(`FAULT ${fault}`);
  const { read, refused, slowest, peakMegabytes } = report;
  console.log(
    `${kind}: ${read} read, ${refused} refused, ${report.faults.length} faults; ` +
      `the slowest (${slowest.index}) took ${slowest.seconds.toFixed(1)} s, the peak was ${peakMegabytes.toFixed(0)} MB`,
  );
  return report.faults.length;
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await main()) > 0 ? 1 : 0;
