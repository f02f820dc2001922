import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { checkAll, filesOnTheirWay, untilAllIsDone } from './checks.mjs';
import { openDirectDoor, openHttpDoor } from './doors.mjs';
import { killAtRandom } from './kill.mjs';
import { insist, sendUploads } from './people.mjs';
import { createRandom } from './random.mjs';
import { createWorld } from './world.mjs';

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
      const random = createRandom(seed + index + 1);
      return sendUploads({
        door,
        random,
        name: `${seed}-${index}`,
        accepted,
        isOver: () => isOver,
        onRefused,
      });
    });
    await killAtRandom({
      world,
      random: createRandom(seed),
      kills,
      onKill: (victim, pid) => {
        killed.set(victim, (killed.get(victim) ?? 0) + 1);
        log(`${seconds().padStart(7)} s  killed ${victim} (${pid}), ${accepted.length} uploads accepted`);
      },
    });
    isOver = true;
    await Promise.all(people);
    log(`${seconds().padStart(7)} s  sending has ended`);
    const ending = performance.now();
    const reread = await readLostAgain(database, door);
    const stuck = await untilAllIsDone(database);
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
 * @returns {Promise<number>} how many there were
 */
async function readLostAgain(database, door) {
  await untilAllIsDone(database);
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
