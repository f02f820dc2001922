import { open, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startProcess } from './processes.mjs';
import { buildTestArguments } from './tests.mjs';

/**
 * Runs one test, first as a warm-up and then measured, and leaves their files in `directory`:
 * `sb.o` of both, and `sb.vm` and `sb.io` of what the machine did during the measured one.
 *
 * @param {object} options
 * @param {import('./tests.mjs').SysbenchTest} options.test
 * @param {string} options.directory
 * @param {number} options.warmupSeconds
 * @param {number} options.seconds
 * @param {AbortSignal} options.signal
 * @returns {Promise<{queriesPerSecond: number, steal: number, attempt: number}>} of the execution that was kept;
 *   steal in percent. One that the host disturbed is measured again, a few times at the most.
 */
export async function recordTest({ test, directory, warmupSeconds, seconds, signal }) {
  const fileIn = (/** @type {string} */ kind, /** @type {string} */ name) =>
    join(directory, `sb.${kind}.${name}.range${test.range}.pk1.dop1`);

  for (let attempt = 1; ; attempt += 1) {
    const queriesPerSecond = await recordOnce({ test, fileIn, warmupSeconds, seconds, signal });
    const steal = getMeanSteal(await readFile(fileIn('vm', test.name), 'utf8'));
    if (steal <= MAX_STEAL_PERCENT || attempt === MAX_ATTEMPTS) return { queriesPerSecond, steal, attempt };
  }
}

/** Share of the CPU that the host of a virtual machine may withhold during a test. */
const MAX_STEAL_PERCENT = 2;
const MAX_ATTEMPTS = 5;

/**
 * @param {object} options
 * @param {import('./tests.mjs').SysbenchTest} options.test
 * @param {(kind: string, name: string) => string} options.fileIn
 * @param {number} options.warmupSeconds
 * @param {number} options.seconds
 * @param {AbortSignal} options.signal
 * @returns {Promise<number>} queries per second of the measured execution
 */
async function recordOnce({ test, fileIn, warmupSeconds, seconds, signal }) {
  // A test of its own, because sysbench 1.0.20 has no --warmup-time.
  await recordSysbench({
    path: fileIn('o', `${test.name}.warm`),
    args: buildTestArguments(test, warmupSeconds),
    signal,
  });

  const monitors = [
    await startMonitor({ path: fileIn('vm', test.name), command: ['vmstat', '1'], signal }),
    await startMonitor({
      path: fileIn('io', test.name),
      command: ['iostat', '-y', '-kx', '1'],
      signal,
    }),
  ];
  try {
    return await recordSysbench({
      path: fileIn('o', test.name),
      args: buildTestArguments(test, seconds),
      signal,
    });
  } finally {
    await Promise.all(monitors.map((monitor) => monitor.stop()));
  }
}

/**
 * @param {string} log of vmstat
 * @returns {number} mean of the column `st` in percent, without the sample since boot
 */
function getMeanSteal(log) {
  const samples = log.split('\n').filter((line) => /^[\s\d]+$/.test(line) && line.trim() !== '');
  const steal = samples.slice(1).map((line) => Number(line.trim().split(/\s+/)[16]));
  return steal.length === 0 ? 100 : steal.reduce((sum, value) => sum + value, 0) / steal.length;
}

/**
 * @param {{path: string, args: string[], signal: AbortSignal}} options
 * @returns {Promise<number>} queries per second
 */
async function recordSysbench({ path, args, signal }) {
  const file = await open(path, 'w');
  try {
    await file.write(`sysbench ${args.join(' ')}\n${availableParallelism()} CPUs\n`);
    const { code } = await startProcess('sysbench', args, {
      signal,
      stdio: ['ignore', file.fd, file.fd],
    }).ended;
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`sysbench ${args[0]} ended with code ${code}`);
  } catch (error) {
    const output = await readFile(path, 'utf8');
    throw new Error(`${error.message}\n${output.slice(-2000)}`, { cause: error });
  } finally {
    await file.close();
  }
  return getQueriesPerSecond(await readFile(path, 'utf8'));
}

/**
 * @param {string} output
 * @returns {number}
 */
function getQueriesPerSecond(output) {
  const queries = /^\s*queries:\s+\d+\s+\((\d+\.\d+) per sec\.\)/m.exec(output);
  if (!queries) throw new Error(`sysbench printed no "queries:" line:\n${output.slice(-2000)}`);
  return Number(queries[1]);
}

/**
 * @param {{path: string, command: string[], signal: AbortSignal}} options
 * @returns {Promise<import('./processes.mjs').RunningProcess>}
 */
async function startMonitor({ path, command: [command, ...args], signal }) {
  const file = await open(path, 'w');
  try {
    return startProcess(command, args, { signal, stdio: ['ignore', file.fd, file.fd] });
  } finally {
    await file.close();
  }
}
