import { Readable } from 'node:stream';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { cancelUpload, confirmUpload, reparseUpload } from '@basecase/db/jobs/change-upload';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { enqueueReceived } from '@basecase/db/jobs/queue';
import { getUpload } from '@basecase/db/queries/uploads/get-upload';

/**
 * How uploads get in and are changed. Each call may fail at any moment, and whoever calls then cannot know whether it was
 * done: that is the point.
 * @typedef {object} Door
 * @property {(content: Buffer, options: { filename: string; hold: boolean }) => Promise<string>} send resolves with the id
 *   of an upload that was accepted
 * @property {(id: string) => Promise<string | null>} stateOf null when it is not there
 * @property {(id: string) => Promise<void>} reparse
 * @property {(id: string) => Promise<void>} confirm
 * @property {(id: string) => Promise<void>} cancel
 * @property {(id: string) => Promise<void>} remove
 * @property {() => Promise<void>} close
 */

/** The server refuses for good: asking again is of no use. */
export class Refused extends Error {}

/** Longer than any answer takes while everything runs. */
const ANSWER_MS = 20_000;

/**
 * Over HTTP, as people and scripts do it.
 * @param {string} url
 * @returns {Door}
 */
export function openHttpDoor(url) {
  /**
   * @param {string} method
   * @param {string} where
   * @param {Buffer} [body]
   */
  const ask = async (method, where, body) => {
    const response = await fetch(`${url}/api/v1/uploads${where}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: method === 'POST' ? { 'content-type': 'application/json' } : {},
      ...(body !== undefined && { body: new Uint8Array(body) }),
      ...(method === 'POST' && { body: '{}' }),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429)
      throw new Error(`${response.status} ${text.slice(0, 200)}`);
    if (response.status === 404) return null;
    if (!response.ok) throw new Refused(`${method} ${where}: ${response.status} ${text.slice(0, 200)}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return {
    async send(content, { filename, hold }) {
      const query = new URLSearchParams({ filename, server: 'chaos', ...(hold && { hold: '1' }) });
      return (await ask('PUT', `?${query}`, content)).id;
    },
    stateOf: async (id) => (await ask('GET', `/${id}`))?.state ?? null,
    reparse: async (id) => void (await ask('POST', `/${id}/reparse`)),
    confirm: async (id) => void (await ask('POST', `/${id}/confirm`)),
    cancel: async (id) => void (await ask('POST', `/${id}/cancel`)),
    remove: async (id) => void (await ask('DELETE', `/${id}`)),
    async close() {},
  };
}

/**
 * Straight into the queue, without a web server.
 * @param {{ databaseUrl: string; blobs: string }} stores
 * @returns {Door}
 */
export function openDirectDoor({ databaseUrl, blobs: directory }) {
  const database = openDatabase(databaseUrl);
  const blobs = openBlobStore(directory, database);
  /**
   * @template T
   * @param {Promise<T>} work
   */
  const refusing = (work) =>
    work.catch((error) => {
      if (error.name === 'ConflictError') throw new Refused(error.message);
      // It was deleted, by a call whose answer was lost.
      if (error.name !== 'NotFoundError') throw error;
    });
  return {
    async send(content, { filename, hold }) {
      const received = await blobs.receive(Readable.from([content]));
      try {
        const upload = {
          filename,
          hold,
          origin: /** @type {const} */ ('uploaded'),
          server: 'chaos',
          settings: {},
        };
        return (await enqueueReceived(database, received, upload)).uploadId;
      } finally {
        await received.discard();
      }
    },
    stateOf: (id) =>
      getUpload(database, id).then(
        ({ state }) => state,
        (error) => {
          if (error.name === 'NotFoundError') return null;
          throw error;
        },
      ),
    reparse: (id) => refusing(reparseUpload(database, blobs, id)),
    confirm: (id) => refusing(confirmUpload(database, id, { server: null, settings: {} })),
    cancel: (id) => refusing(cancelUpload(database, blobs, id)),
    remove: (id) => refusing(deleteUpload(database, blobs, id).then(() => {})),
    close: () => database.close(),
  };
}
