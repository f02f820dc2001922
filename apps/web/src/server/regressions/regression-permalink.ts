import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import type {
  RecordSeries,
  RegressionNights,
  RegressionPage,
  RegressionSnapshot,
  ShownRuns,
  ViewToFreeze,
} from '@basecase/db/types';
import { sharedNameText } from '@basecase/views/text';
import type { Context } from '../trpc';
import { regressionTitle } from './regression-schemas';

/** Kind of the permalinks of records: which page draws them. */
export const REGRESSION_PERMALINK = 'regression';

/** Its query says nothing: a record has one view. */
const RECORD_PATH = /^\/r\/([a-z0-9][a-z0-9._-]*)\/?(?:\?.*)?$/;

/**
 * Reads a record and freezes it.
 *
 * @returns null for a path that is not the page of a record
 * @throws NotFoundError
 */
export async function freezeRegression(
  { db }: Pick<Context, 'db'>,
  path: string,
): Promise<ViewToFreeze | null> {
  const [, slug] = RECORD_PATH.exec(path) ?? [];
  return slug === undefined ? null : regressionPermalink(await getRegression(db, slug));
}

/** A record to freeze. Parts that decided nothing are left out, so that the same numbers twice are one link. */
function regressionPermalink(page: RegressionPage): ViewToFreeze {
  return {
    kind: REGRESSION_PERMALINK,
    path: `/r/${page.slug}`,
    title: regressionTitle(page),
    snapshot: regressionSnapshot(page),
    parserVersion: Math.max(1, ...page.parserVersions),
    shown: [shownOfRecord(page)],
  };
}

/** The runs behind a record: its test and its neighbours, at the versions of its ladder or the nights of its series. */
export function shownOfRecord({
  server,
  workload,
  test,
  ladder,
  neighbours,
  series,
}: RegressionPage): ShownRuns {
  const nights = series ? [...series.view.nights, ...series.view.releases] : [];
  return {
    server: server.slug,
    workload: workload.slug,
    columns: [...new Set([...ladder, ...nights].map(({ column }) => column))],
    tests: [...new Set([test, ...neighbours].map(({ key }) => key))],
  };
}

/** Whether a job will judge newer runs does not belong to the record's numbers. */
function frozenSeries(series: RecordSeries): RecordSeries {
  return { ...series, view: { ...series.view, isStale: false } };
}

/** Commits are read from git at any time later, so they are not part of the numbers. */
function frozenNights({ suspects, ...nights }: RegressionNights): RegressionNights {
  const { total: _total, commits: _commits, ...range } = suspects;
  return { ...nights, suspects: range as RegressionNights['suspects'] };
}

/** The numbers of a record, without what people write on it and without other records' numbers. */
export function regressionSnapshot(page: RegressionPage): RegressionSnapshot {
  const { state, owner, bugUrl, hasNotes, triageVersion, notes, notesVersion, history, ...rest } = page;
  const { evaluatedAt, elsewhere, nights, series, stop, search, ...record } = rest;
  const { seen } = record.fix;
  const fix = { claimed: null, seen, status: seen === null ? 'none' : 'verified' } as const;
  // How many records share a cause changes with every upload, and does not belong to this one's numbers.
  // Empty fields are left out: links older than nights, stops and searches stay the same.
  const ofNights = {
    ...(nights && { nights: frozenNights(nights) }),
    ...(series && { series: frozenSeries(series) }),
    ...(stop && { stop }),
    ...(search && { search }),
  };
  const serverNote = sharedNameText(page.server);
  return {
    shape: 1,
    record: { ...record, ...ofNights, fix, cause: { ...record.cause, records: 1 } },
    ...(serverNote !== '' && { serverNote }),
  };
}
