import { certaintyOf, changeText, nightLineName, noiseText, stopSentence } from '@basecase/analysis';
import {
  buildSchema,
  commitSearchBody,
  commitSearchListSchema,
  recordFilter,
  recordListSchema,
  recordSchema,
  stoppedSchema,
  stoppedTestSchema,
} from '@basecase/contract/record';
import { STATES } from '@basecase/contract/words';
import { addCommitSearch, listCommitSearches } from '@basecase/db/regressions/commit-searches';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { recordTitle } from '@basecase/db/regressions/record-title';
import type { RegressionEntry, RegressionList, RegressionNights, StoppedEntry } from '@basecase/db/types';
import { stoppedTestHref } from '@basecase/views/regressions';
import { sharedNameText } from '@basecase/views/text';
import { z } from 'zod';
import { defineOperation, inOrder } from '../operations/operation';

export const regressionState = z.enum(STATES);

/** Records of regressions, or of improvements: `GET /api/v1/regressions` and the procedure of the page. */
export const listRecords = defineOperation({
  at: 'GET /api/v1/regressions',
  summary: 'Records of regressions, or of improvements, with their verdicts.',
  role: null,
  query: recordFilter,
  checks: 'names',
  answer: recordListSchema,
  description: 'A page of records.',
  run: ({ db, query }) => listRegressions(db, query),
  json: (list, baseUrl) => toListJson(list, baseUrl),
});

export const listSearches = defineOperation({
  at: 'GET /api/v1/regressions/{slug}/searches',
  summary: 'Searches of the commit of a record (`basecase bisect`), newest first.',
  role: null,
  answer: commitSearchListSchema,
  description: 'All of them.',
  run: async ({ db, key }) => ({ searches: await listCommitSearches(db, key) }),
});

export const addSearch = defineOperation({
  at: 'POST /api/v1/regressions/{slug}/searches',
  summary: 'Write the verdict of a search of the commit into the history of a record.',
  role: 'upload',
  body: commitSearchBody,
  status: 201,
  answer: commitSearchListSchema,
  description: 'All searches of the record, the newest first. A search that is sent again changes nothing.',
  run: async ({ db, key, body, by }) => ({
    searches: await addCommitSearch(db, key, { ...body, by: await by() }),
  }),
});

/** "update-zipf_range=100 is slower since PostgreSQL 16.11" */
export function regressionTitle({ test, kind, stop, product, firstBad, server }: RegressionEntry): string {
  return recordTitle({
    test: test.key,
    kind,
    stop,
    product,
    firstBad: firstBad.version,
    server: server.name,
  });
}

/** A list as HTTP sends it, with whole addresses. */
function toListJson(list: RegressionList, baseUrl: string): z.infer<typeof recordListSchema> {
  const regressions = list.regressions.map((entry) => toRecordJson(entry, baseUrl));
  const stopped = list.stopped.map((entry) => toStoppedJson(entry, baseUrl));
  return inOrder(recordListSchema, { ...list, regressions, stopped });
}

function toStoppedJson(entry: StoppedEntry, baseUrl: string): z.infer<typeof stoppedSchema> {
  return inOrder(stoppedSchema, {
    ...entry,
    server: entry.server.slug,
    workload: entry.workload.slug,
    tests: entry.tests.map((test) =>
      inOrder(stoppedTestSchema, { ...test, url: `${baseUrl}${stoppedTestHref(entry, test)}` }),
    ),
  });
}

function toRecordJson(entry: RegressionEntry, baseUrl: string): z.infer<typeof recordSchema> {
  return inOrder(recordSchema, {
    ...entry,
    url: `${baseUrl}/r/${entry.slug}`,
    title: regressionTitle(entry),
    server: entry.server.slug,
    workload: entry.workload.slug,
    test: entry.test.key,
    config: entry.build?.config ?? null,
    firstBad: entry.firstBad.version,
    lastGood: entry.lastGood.version,
    fixedIn: entry.fix.seen,
    cause: entry.cause.key,
    certainty: certaintyOf(entry.verdict),
    reason: reasonOf(entry),
    serverNote: sharedNameText(entry.server) || undefined,
    nights: entry.nights && toNightsJson(entry.nights, baseUrl),
  });
}

/** `−19% against a noise of ±3.2%`; of a stop why it has no result. */
function reasonOf({ stop, ratio, band }: RegressionEntry): string {
  if (stop || ratio === null) return stopSentence(stop?.reason ?? 'not run').replace(/\.$/, '');
  const change = changeText(Math.log(ratio));
  return band === null ? change : `${change} against a noise of ${noiseText(band)}`;
}

function toNightsJson(
  { line, seriesPath, firstBad, lastGood, ...nights }: RegressionNights,
  baseUrl: string,
): NonNullable<z.infer<typeof recordSchema>['nights']> {
  return {
    ...nights,
    line: nightLineName(line),
    firstBad: inOrder(buildSchema, firstBad),
    lastGood: inOrder(buildSchema, lastGood),
    url: `${baseUrl}${seriesPath}`,
  };
}
