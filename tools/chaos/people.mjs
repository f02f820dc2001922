import { setTimeout as delay } from 'node:timers/promises';
import { madeUpUpload } from '@basecase/db/testing/made-up-upload';
import { Refused } from './doors.mjs';

/** The expected final state of an upload. */
/** @typedef {'stored' | 'failed' | 'cancelled or stored' | 'deleted'} Wanted */

/**
 * @typedef {object} Accepted
 * @property {string} id
 * @property {Wanted} wanted
 * @property {boolean} isHeld it waits to be confirmed at the end
 */

const AGAIN_MS = 150;

/** How long to retry without an answer: since the last kill, for a busy machine is not up again before the next one. */
const PATIENCE_MS = 90_000;
let lastKill = 0;

/** Something was killed at this moment. */
export function noteKill() {
  lastKill = performance.now();
}

/** Kilobytes next to the logs: so that readers and imports take from nothing to some seconds. */
const SIZES = [0, 0, 500, 3000, 12_000];

/**
 * Somebody who sends uploads and does things with them, again and again, until told to stop.
 * @param {object} person
 * @param {import('./doors.mjs').Door} person.door
 * @param {import('../fuzz/random').Random} person.random
 * @param {string} person.name part of the content of each upload
 * @param {Accepted[]} person.accepted gets what was accepted
 * @param {() => boolean} person.isOver
 * @param {(reason: string) => void} person.onRefused an upload that should have been accepted was not
 */
export async function sendUploads({ door, random, name, accepted, isOver, onRefused }) {
  for (let count = 0; !isOver(); count += 1) {
    const isBad = random.chance(0.1);
    const hold = !isBad && random.chance(0.2);
    const mark = `${name}-${count}`;
    const content = isBad ? Buffer.from(`no log ${mark}\n`) : await madeUpUpload(mark, random.pick(SIZES));
    const filename = isBad ? `${mark}.txt` : `${mark}.tar`;
    // Sent until it is accepted, as a script does it: the same bytes are one upload, however often they come.
    const id = await insist(() => door.send(content, { filename, hold }), onRefused);
    if (id === 'refused') continue;
    /** @type {Accepted} */
    const upload = { id, wanted: isBad ? 'failed' : 'stored', isHeld: hold };
    accepted.push(upload);
    // Sometimes at once, sometimes when it is being read or has been stored.
    await delay(random.between(0, 1500));
    await change({ door, random, upload });
  }
}

/** @param {{ door: import('./doors.mjs').Door; random: import('../fuzz/random').Random; upload: Accepted }} options */
async function change({ door, random, upload }) {
  const { id } = upload;
  const what = random.pick(['nothing', 'nothing', 'reparse', 'delete', 'cancel', 'confirm']);
  if (what === 'reparse' && !upload.isHeld) await insist(() => door.reparse(id));
  if (what === 'cancel' && upload.wanted === 'stored') {
    upload.wanted = 'cancelled or stored';
    await insist(() => door.cancel(id));
  }
  if (what === 'delete' && (await insist(() => door.remove(id))) !== 'refused') upload.wanted = 'deleted';
  if (what === 'confirm' && upload.isHeld) await confirm(door, upload);
}

/**
 * @param {import('./doors.mjs').Door} door
 * @param {Accepted} upload
 */
async function confirm(door, upload) {
  if ((await insist(() => door.stateOf(upload.id))) !== 'preview') return;
  await insist(() => door.confirm(upload.id));
  upload.isHeld = false;
}

/**
 * Does it until there is an answer.
 * @template T
 * @param {() => Promise<T>} work
 * @param {(reason: string) => void} [onRefused]
 * @returns {Promise<T | 'refused'>} refused: in the state that it is in, this cannot be done
 */
export async function insist(work, onRefused = () => {}) {
  const begun = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) {
        onRefused(error.message);
        return 'refused';
      }
      // Everything is up again long before: whoever still gets no answer has found something.
      if (performance.now() > Math.max(begun, lastKill) + PATIENCE_MS) throw error;
      await delay(AGAIN_MS);
    }
  }
}
