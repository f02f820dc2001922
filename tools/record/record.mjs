import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { getPostgresVersion, MAJORS } from './packages.mjs';
import { ensureTools } from './requirements.mjs';
import { recordVersion } from './version.mjs';

const USAGE = `Usage: node tools/record/record.mjs [--out samples] [--versions ${MAJORS.join(',')}]
       [--seconds 12] [--warmup 3] [--repeats 2]

Records sysbench against PostgreSQL on this machine, one tarball per version.
Needs Linux, and nothing else running meanwhile.`;

/**
 * @returns {{out: string, majors: string[], seconds: number, warmupSeconds: number, repeats: number}}
 */
function readOptions() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'samples' },
      versions: { type: 'string', default: MAJORS.join(',') },
      seconds: { type: 'string', default: '12' },
      warmup: { type: 'string', default: '3' },
      repeats: { type: 'string', default: '2' },
    },
  });
  const majors = values.versions.split(',');
  for (const major of majors) {
    if (!MAJORS.includes(major)) throw new Error(`Unknown version: ${major}`);
  }
  return {
    out: values.out,
    majors,
    seconds: toCount('seconds', values.seconds),
    warmupSeconds: toCount('warmup', values.warmup),
    repeats: toCount('repeats', values.repeats),
  };
}

/**
 * @param {string} name
 * @param {string} text
 */
function toCount(name, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a whole number above 0`);
  return Number(text);
}

/** @returns {AbortSignal} aborts on Ctrl-C and when the recording is asked to end */
function listenForEnd() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => controller.abort(new Error(`Stopped by ${name}`)));
  }
  return controller.signal;
}

/**
 * @param {ReturnType<typeof readOptions>} options
 */
async function record({ majors, ...options }) {
  const signal = listenForEnd();
  await ensureTools(signal);
  await mkdir(options.out, { recursive: true });
  for (const major of majors) {
    process.stdout.write(`PostgreSQL ${getPostgresVersion(major)}\n`);
    const tarball = await recordVersion({ major, ...options, signal });
    process.stdout.write(`  → ${tarball}\n`);
  }
}

let options;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exit(1);
}
try {
  await record(options);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
