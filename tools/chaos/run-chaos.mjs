import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { collectGarbage } from '@basecase/db/blobs/collect-garbage';
import { openDatabase } from '@basecase/db/database';
import { MADE_UP } from '@basecase/db/testing/made-up-upload';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { randomOf } from '../fuzz/random';
import { openDirectDoor, openHttpDoor } from './doors.mjs';
import { insist, noteKill, sendUploads } from './people.mjs';
import { createWorld, VICTIMS } from './world.mjs';

/** How many people send uploads at the same time. */
const PEOPLE = 3;

/** How long the last requests and leftovers may take. */
const PATIENCE_MS = 60_000;

/**
 * One round: everything runs, people send uploads and change them, and processes are killed; then all comes to rest.
 * @param {{ kills: number; seed: number; hasWeb: boolean; log?: (line: string) => void }} options
 * @returns {Promise<{ report: string[]; problems: string[]; accepted: number }>}
 */
export async function runChaos({ kills, seed, hasWeb, log = () => {} }) {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const world = await createWorld({ hasWeb });
  const door = world.url === null ? openDirectDoor(world) : openHttpDoor(world.url);
  const database = openDatabase(world.databaseUrl);
  try {
    log(`Seed ${seed}; ${kills} kills${hasWeb ? '' : '; no web server'}`);
    /** @type {import('./people.mjs').Accepted[]} */
    const accepted = [];
    /** @type {Map<string, number>} */
    const killed = new Map();
    /** @type {string[]} */
    const refused = [];
    const onRefused = (/** @type {string} */ reason) => void refused.push(`refused: ${reason}`);
    let isOver = false;
    const people = Array.from({ length: PEOPLE }, (_, index) => {
      const random = randomOf(seed + index + 1);
      return sendUploads({
        door,
        random,
        name: `${seed}-${index}`,
        accepted,
        isOver: () => isOver,
        onRefused,
        // There is always a verdict: a sender without an answer is a problem, not the end.
      }).catch((error) => void refused.push(`no answer: ${error instanceof Error ? error.message : error}`));
    });
    await killAtRandom({
      world,
      random: randomOf(seed),
      kills,
      countAccepted: () => accepted.length,
      onKill: (victim, pid) => {
        noteKill();
        killed.set(victim, (killed.get(victim) ?? 0) + 1);
        const count = [...killed.values()].reduce((sum, each) => sum + each, 0);
        log(
          `${seconds().padStart(7)} s  ${count}/${kills}  killed ${victim} (${pid}), ${accepted.length} uploads accepted`,
        );
      },
    });
    isOver = true;
    await Promise.all(people);
    log(`${seconds().padStart(7)} s  sending has ended`);
    const ending = performance.now();
    const onWay = (/** @type {string} */ left) => log(`${seconds().padStart(7)} s  on their way: ${left}`);
    const reread = await readLostAgain(database, door, onWay);
    const stuck = await untilAllIsDone(database, onWay);
    const rest = ((performance.now() - ending) / 1000).toFixed(1);
    // Whoever still lives removes what the dead left: the worker at its next look, here at once.
    await waitUntil(
      async () => {
        await openBlobStore(world.blobs, database).removeLeftovers();
        return filesOnTheirWay(world.blobs).length === 0;
      },
      { timeoutMs: PATIENCE_MS, intervalMs: 200 },
    );
    const { problems, facts } = await checkAll(world, accepted);
    problems.push(...refused);
    if (stuck) problems.push(`still on their way: ${stuck}`);
    if (problems.length > 0) problems.push(...world.lastErrors());
    const kindsKilled = [...killed].map(([victim, count]) => `${count} ${victim}`).join(', ');
    return {
      accepted: accepted.length,
      problems,
      report: [
        `${kills} kills (${kindsKilled}) in ${seconds()} s; ${accepted.length} uploads accepted; at rest ${rest} s after the last`,
        `${reread} given up after three lost readers, and read again by hand`,
        ...facts,
      ],
    };
  } finally {
    await database.close();
    await door.close();
    await world.close();
  }
}

/**
 * An upload whose readers were killed three times is given up, with its reason: whoever reads it again gets it.
 * @param {import('@basecase/db/database').Database} database
 * @param {import('./doors.mjs').Door} door
 * @param {(left: string) => void} onWay
 * @returns {Promise<number>} how many there were
 */
async function readLostAgain(database, door, onWay) {
  await untilAllIsDone(database, onWay);
  const { rows } = await insistOn(() =>
    database.pool.query(`SELECT id::text FROM uploads WHERE error_code = 'READER_LOST'`),
  );
  for (const { id } of rows) await insist(() => door.reparse(id));
  return rows.length;
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function insistOn(work) {
  return /** @type {T} */ (await insist(work));
}

/** The next kill comes after so many milliseconds: some while everything runs, some while it is still starting. */
const PAUSE_MS = /** @type {const} */ ([50, 2000]);

/** On a busy machine a start takes longer than the time to the next kill: after so many without a new upload one is waited for. */
const KILLS_AT_STANDSTILL = 4;
const STANDSTILL_MS = 120_000;

/** How long to wait for a victim that is not there: readers only are while something is read. */
const FIND_MS = 5000;

/**
 * Kills processes at random moments, with the signal that no process can handle.
 * @param {object} options
 * @param {import('./world.mjs').World} options.world
 * @param {import('../fuzz/random').Random} options.random
 * @param {number} options.kills
 * @param {() => number} options.countAccepted grows while uploads are accepted
 * @param {(victim: import('./world.mjs').Victim, pid: number) => void} options.onKill
 */
async function killAtRandom({ world, random, kills, countAccepted, onKill }) {
  const victims = VICTIMS.filter((victim) => victim !== 'web' || world.url !== null);
  let seen = countAccepted();
  let still = 0;
  for (let done = 0; done < kills; ) {
    await delay(random.between(...PAUSE_MS));
    if (still >= KILLS_AT_STANDSTILL)
      await waitUntil(() => (countAccepted() > seen ? true : null), { timeoutMs: STANDSTILL_MS });
    if (countAccepted() > seen) still = 0;
    seen = countAccepted();
    const victim = random.pick(victims);
    const pids = await waitUntil(() => found(world.find(victim)), { timeoutMs: FIND_MS });
    if (pids === null) continue;
    const pid = random.pick(pids);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue; // it has just ended by itself
    }
    onKill(victim, pid);
    done += 1;
    still += 1;
  }
}

/** @param {number[]} pids */
const found = (pids) => (pids.length > 0 ? pids : null);

/** How long nothing may change until it counts as stuck; a busy machine gets there late. */
const STUCK_MS = 180_000;
/** More is a circle. */
const END_MS = 1_800_000;
/** How often the progress is printed. */
const NEWS_MS = 15_000;

/**
 * Waits until nothing is on its way any more.
 * @param {import('@basecase/db/database').Database} database
 * @param {(left: string) => void} onWay told of it from time to time
 * @returns {Promise<string | null>} what is still on its way when the time is up
 */
async function untilAllIsDone({ pool }, onWay) {
  let left = 'no answer of the database';
  let changedAt = performance.now();
  let toldAt = changedAt;
  let isDone = false;
  await waitUntil(
    async () => {
      if (performance.now() - toldAt > NEWS_MS) {
        toldAt = performance.now();
        onWay(left);
      }
      try {
        const { rows } = await pool.query(`SELECT
          (SELECT count(*)::int FROM uploads WHERE state IN ('queued', 'reading')) AS uploads,
          (SELECT count(*)::int FROM graphile_worker.jobs) AS jobs,
          (SELECT count(*)::int FROM heatmaps WHERE stale_since IS NOT NULL) AS heatmaps`);
        const now = JSON.stringify(rows[0]);
        if (now !== left) changedAt = performance.now();
        left = now;
        isDone = Object.values(rows[0]).every((count) => count === 0);
      } catch {
        // It is being started again.
      }
      return isDone || performance.now() - changedAt > STUCK_MS;
    },
    { timeoutMs: END_MS, intervalMs: 200 },
  );
  return isDone ? null : left;
}

/**
 * Looks for what is lost, doubled or left over.
 * @param {import('./world.mjs').World} world
 * @param {readonly import('./people.mjs').Accepted[]} accepted
 * @returns {Promise<{ problems: string[]; facts: string[] }>}
 */
async function checkAll(world, accepted) {
  const database = openDatabase(world.databaseUrl);
  try {
    const rows = await listUploads(database);
    const problems = accepted.flatMap((upload) => checkUpload(upload, rows.get(upload.id)));
    const known = new Set(accepted.map(({ id }) => id));
    for (const [id, { filename }] of rows)
      if (!known.has(id)) problems.push(`upload ${id} (${filename}) was never accepted`);
    const runs = await database.prisma.run.count();
    const stored = [...rows.values()].filter(({ state }) => state === 'stored').length;
    if (runs !== stored * MADE_UP.runs) problems.push(`${runs} runs of ${stored} stored uploads`);
    const { checked, broken } = await checkBlobs(database, world.blobs);
    problems.push(...broken);
    const left = filesOnTheirWay(world.blobs);
    if (left.length > 0) problems.push(`on their way for ever: ${left.join(', ')}`);
    const garbage = await collectGarbage(database, openBlobStore(world.blobs, database));
    if (garbage.left > 0) problems.push(`${garbage.left} blobs could not be collected`);
    const again = await collectGarbage(database, openBlobStore(world.blobs, database), { isDryRun: true });
    if (again.garbage > 0) problems.push(`${again.garbage} blobs are garbage after a collection`);
    return {
      problems,
      facts: [
        `${rows.size} uploads in the database: ${summary([...rows.values()].map(({ state, code }) => code ?? state))}`,
        `${runs} runs; ${checked} blobs whole; ${garbage.garbage} without a reference, collected`,
      ],
    };
  } finally {
    await database.close();
  }
}

/** @param {string[]} words */
function summary(words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/**
 * @typedef {{ filename: string; state: string; code: string | null; runs: number; results: number;
 *   measurements: number; distinct: number }} Row
 */

/**
 * @param {import('@basecase/db/database').Database} database
 * @returns {Promise<Map<string, Row>>} by id
 */
async function listUploads({ pool }) {
  const { rows } = await pool.query(`SELECT uploads.id::text, filename, state, error_code AS code,
      count(DISTINCT runs.id)::int AS runs, count(DISTINCT results.id)::int AS results,
      count(measurements.result_id)::int AS measurements,
      count(DISTINCT (measurements.result_id, measurements.metric, measurements.source))::int AS distinct
    FROM uploads LEFT JOIN run_places ON run_places.upload_id = uploads.id
      LEFT JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
      LEFT JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
      LEFT JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
    GROUP BY uploads.id`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * @param {import('./people.mjs').Accepted} upload
 * @param {Row | undefined} row
 * @returns {string[]}
 */
function checkUpload({ id, wanted, isHeld }, row) {
  if (wanted === 'deleted') return row ? [`upload ${id} is ${row.state}, although it was deleted`] : [];
  if (!row) return [`upload ${id} was accepted and is lost`];
  const name = `upload ${id} (${row.filename})`;
  if (row.state === 'failed' && wanted !== 'failed') return [`${name} has failed: ${row.code}`];
  if (wanted === 'failed')
    return row.code === 'NO_KNOWN_LOGS' ? [] : [`${name} is ${row.state} ${row.code}, not refused`];
  const states = ['stored', ...(isHeld ? ['preview'] : []), ...(wanted === 'stored' ? [] : ['cancelled'])];
  if (!states.includes(row.state)) return [`${name} is ${row.state}, not ${states.join(' or ')}`];
  if (row.state !== 'stored') return row.runs === 0 ? [] : [`${name} is ${row.state} and has runs`];
  if (row.runs !== MADE_UP.runs || row.results !== MADE_UP.results || row.measurements !== row.distinct)
    return [`${name} has ${JSON.stringify(row)}`];
  return [];
}

/**
 * @param {import('@basecase/db/database').Database} database
 * @param {string} directory
 */
async function checkBlobs(database, directory) {
  const blobs = openBlobStore(directory, database);
  const { rows } = await database.pool.query(`SELECT DISTINCT sha256 FROM artifacts
    UNION SELECT sha256 FROM uploads WHERE state NOT IN ('stored', 'cancelled')`);
  /** @type {string[]} */
  const broken = [];
  for (const { sha256 } of rows) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await blobs.read(sha256)) hash.update(chunk);
      if (hash.digest('hex') !== sha256) broken.push(`blob ${sha256} has other bytes`);
    } catch (error) {
      broken.push(`blob ${sha256}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { checked: rows.length - broken.length, broken };
}

/** @param {string} directory */
function filesOnTheirWay(directory) {
  const tmp = path.join(directory, 'tmp');
  return readdirSync(tmp, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(tmp, name)).isFile(),
  );
}
