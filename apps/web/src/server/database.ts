import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { type Database, openDatabase } from '@basecase/db/database';
import { env } from '../env';
import { visits } from './access/visit';
import { AnswerCache } from './answer-cache';
import { EpochReader, noteEverything, ReadDatabases } from './epochs/read-databases';

/** Kept on globalThis: hot reload evaluates this module again and would leak a pool each time. */
const holder = globalThis as typeof globalThis & {
  basecaseDatabase?: Database;
  basecaseAnswers?: AnswerCache;
  basecaseBlobs?: BlobStore;
  basecaseReadDatabases?: ReadDatabases;
};

/**
 * The database, for handlers of requests. Where reading is closed, only requests that passed the gate get it:
 * one that came before the gate was set up, or by a way around it, gets nothing.
 *
 * Direct reads from it are not tracked.
 *
 * @throws Error for a request that did not pass
 */
export function database(): Database {
  requirePassed();
  noteEverything();
  return processDatabase();
}

/** For finding the sender of a request: shared answers contain nothing from it. @throws Error as above */
export function databaseOfRights(): Database {
  requirePassed();
  return processDatabase();
}

/** @throws Error where reading is closed, for a request that did not pass the gate */
export function requirePassed(): void {
  if (env().BASECASE_READING === 'closed' && !visits.getStore()?.mayRead) {
    throw new Error('Reading is closed, and this request did not show who sent it.');
  }
}

/** The one connection pool of this process. Opens on first use, never closed before the process ends. */
export function processDatabase(): Database {
  holder.basecaseDatabase ??= openDatabase(env().DATABASE_URL, {
    maxConnections: env().DATABASE_CONNECTIONS,
  });
  return holder.basecaseDatabase;
}

/** Where the log files behind the numbers are. @throws BlobStoreError for settings that can't be used */
export function blobs(): BlobStore {
  holder.basecaseBlobs ??= openBlobStore(env().BASECASE_BLOBS, processDatabase(), env());
  return holder.basecaseBlobs;
}

/** What was answered from the database and still holds. */
export function answers(): AnswerCache {
  // A separate connection: the epochs must be answered while all others are at work.
  holder.basecaseAnswers ??= new AnswerCache(
    new EpochReader(openDatabase(env().DATABASE_URL, { maxConnections: 1 })),
    readDatabases(),
  );
  return holder.basecaseAnswers;
}

/** Problems of read replicas, for the operator. @throws Error from the driver when the primary does not answer */
export async function findReplicaProblems(): Promise<string[]> {
  return readDatabases().findProblems();
}

function readDatabases(): ReadDatabases {
  holder.basecaseReadDatabases ??= new ReadDatabases(
    processDatabase(),
    env().DATABASE_READ_URLS.map((url) => openDatabase(url, { maxConnections: env().DATABASE_CONNECTIONS })),
  );
  return holder.basecaseReadDatabases;
}
