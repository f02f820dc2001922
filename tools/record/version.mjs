import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, getConfigName, isVirtualMachine } from './machine.mjs';
import { packDirectory, toDbmsToken } from './pack.mjs';
import { getPostgresVersion, installPostgres } from './packages.mjs';
import { runProcess } from './processes.mjs';
import { recordTest } from './recorder.mjs';
import { getSysbenchVersion } from './requirements.mjs';
import { startServer } from './server.mjs';
import { LOAD_ARGUMENTS, TESTS, WORKLOAD_LABEL } from './tests.mjs';

/**
 * @typedef {object} RecordOptions
 * @property {string} major
 * @property {string} out
 * @property {number} seconds
 * @property {number} warmupSeconds
 * @property {number} repeats
 * @property {AbortSignal} signal
 */

/**
 * Records all tests of one PostgreSQL version into one tarball.
 *
 * @param {RecordOptions} options
 * @returns {Promise<string>} path of the tarball
 */
export async function recordVersion(options) {
  const { major, out, signal } = options;
  const startedAt = new Date().toISOString();
  const runName = `x.${toDbmsToken(getPostgresVersion(major))}_rel.${getConfigName()}.pk1`;
  const workDirectory = await mkdtemp(join(tmpdir(), 'basecase-record-'));
  try {
    // The server runs as another user and has to reach its files in here.
    await chmod(workDirectory, 0o755);
    const recording = join(workDirectory, 'recording');
    await mkdir(recording);
    const configText = await readFile(new URL('b1.conf', import.meta.url), 'utf8');
    await writeFile(join(recording, `conf.diff.c${getConfigName()}`), configText);
    const description = await describeRecording({ ...options, startedAt });
    await writeFile(join(recording, 'basecase.json'), `${JSON.stringify(description, null, 2)}\n`);

    await recordRepeats({ ...options, workDirectory, recording, runName, configText });

    const tarball = join(out, `${runName}.tar.gz`);
    await packDirectory({ directory: recording, tarball, startedAt, signal });
    return tarball;
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/**
 * @param {RecordOptions & {workDirectory: string, recording: string, runName: string, configText: string}} options
 */
async function recordRepeats(options) {
  const { major, repeats, workDirectory: directory, recording, runName, configText } = options;
  const { seconds, warmupSeconds, signal } = options;
  const binDirectory = await installPostgres({ major, directory, signal });
  const server = await startServer({ binDirectory, directory, configText, signal });
  try {
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      const runDirectory = join(recording, `repeat${repeat}`, runName);
      await mkdir(runDirectory, { recursive: true });
      // Loaded anew, or the second repeat would meet what the writes of the first left behind.
      await server.execute('DROP TABLE IF EXISTS sbtest1');
      await runProcess('sysbench', LOAD_ARGUMENTS, { signal });
      await server.execute('VACUUM ANALYZE');
      await server.execute('CHECKPOINT');
      for (const test of TESTS) {
        const { queriesPerSecond, steal, attempt } = await recordTest({
          test,
          directory: runDirectory,
          warmupSeconds,
          seconds,
          signal,
        });
        const name = `${test.name} range${test.range}`;
        const disturbed = `steal ${steal.toFixed(1)}%, attempt ${attempt}`;
        process.stdout.write(`  repeat ${repeat}  ${name}  ${queriesPerSecond} queries/s  (${disturbed})\n`);
      }
    }
  } finally {
    await server.stop();
  }
}

/**
 * @param {RecordOptions & {startedAt: string}} options
 * @returns {Promise<object>} content of basecase.json
 */
async function describeRecording({ major, seconds, warmupSeconds, repeats, startedAt, signal }) {
  const server = await describeMachine();
  const machineKind = (await isVirtualMachine()) ? 'virtual machine' : 'machine';
  return {
    basecase: 1,
    server,
    product: 'PostgreSQL',
    version: getPostgresVersion(major),
    config: getConfigName(),
    workload: { label: WORKLOAD_LABEL, cached: true },
    startedAt,
    notes: [
      `Recorded by Basecase's tools/record with stock sysbench ${await getSysbenchVersion(signal)}:`,
      `${repeats} repeats of ${seconds} s per test after ${warmupSeconds} s of warm-up,`,
      `client and server together on one ${machineKind} with ${server.cores} cores.`,
      'synchronous_commit, autovacuum and checkpoints during tests are off; data checksums are on.',
      'Short runs on a small machine: real measurements, but not performance advice.',
    ].join(' '),
  };
}
