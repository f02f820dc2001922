import { type BlobStore, type Database, openBlobStore, openDatabase } from '@basecase/db';
import { env } from '../env';
import { AnswerCache } from './answer-cache';

/** Kept on globalThis: hot reload evaluates this module again and would leak a pool each time. */
const holder = globalThis as typeof globalThis & {
  basecaseDatabase?: Database;
  basecaseAnswers?: AnswerCache;
};

/** The one connection pool of this process. Opens on first use, never closed before the process ends. */
export function database(): Database {
  holder.basecaseDatabase ??= openDatabase(env().DATABASE_URL);
  return holder.basecaseDatabase;
}

/** Where the log files behind the numbers are. */
export function blobs(): BlobStore {
  return openBlobStore(env().BASECASE_BLOBS);
}

/** What was answered from the database and still holds. */
export function answers(): AnswerCache {
  holder.basecaseAnswers ??= new AnswerCache(database());
  return holder.basecaseAnswers;
}
