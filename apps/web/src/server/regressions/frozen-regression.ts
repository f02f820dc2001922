import type { Database } from '@basecase/db/database';
import { NotFoundError } from '@basecase/db/errors';
import { canonicalJson } from '@basecase/db/permalinks/canonical-json';
import { getPermalink } from '@basecase/db/permalinks/get-permalink';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { reviveExplanation } from '@basecase/db/regressions/stored-record';
import type { RegressionPage, RegressionSnapshot } from '@basecase/db/types';
import { orNull } from '../or-null';
import { REGRESSION_PERMALINK, regressionSnapshot } from './regression-permalink';

/** A record as it was frozen. */
export interface FrozenRegression {
  /** Of the permalink. */
  slug: string;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  author: string | null;
  /** Of the record, which follows the data. */
  livePath: string;
  /** On the name of the server; empty where something gave it, and for links from before there was a note. */
  serverNote: string;
  /** Its decisions and notes are not frozen: state `new`, no owner, no notes, no history. */
  record: RegressionPage;
  /** same: the record still has these numbers. differs: newer data exists. gone: it was withdrawn. */
  live: 'same' | 'differs' | 'gone';
}

/**
 * Reads a permalink of a record.
 *
 * @throws NotFoundError for an unknown slug, and for a permalink of another kind
 */
export async function getFrozenRegression(db: Database, slug: string): Promise<FrozenRegression> {
  const permalink = await getPermalink(db, slug);
  if (permalink.kind !== REGRESSION_PERMALINK) throw new NotFoundError(`No frozen record "${slug}".`);
  const snapshot = permalink.snapshot as RegressionSnapshot;
  if (snapshot.shape !== 1)
    throw new Error(`Permalink ${slug} has a snapshot of unknown shape ${snapshot.shape}.`);
  const { title, createdAt, author, path } = permalink;
  return {
    slug,
    title,
    createdAt,
    author,
    livePath: path,
    serverNote: snapshot.serverNote ?? '',
    record: toPage(snapshot, createdAt),
    live: await liveOf(db, snapshot),
  };
}

function toPage({ record }: RegressionSnapshot, createdAt: string): RegressionPage {
  return {
    ...record,
    nights: record.nights ?? null,
    series: record.series ?? null,
    stop: record.stop ?? null,
    search: record.search ?? null,
    state: record.fix.seen === null ? 'new' : 'fixed',
    owner: null,
    bugUrl: null,
    hasNotes: false,
    triageVersion: 1,
    notes: '',
    notesVersion: 1,
    history: [],
    evaluatedAt: createdAt,
    elsewhere: [],
    explained: reviveExplanation(record.explained),
  };
}

async function liveOf(db: Database, snapshot: RegressionSnapshot): Promise<FrozenRegression['live']> {
  const page = await orNull(getRegression(db, snapshot.record.slug));
  if (!page || (page.withdrawnAt !== null && snapshot.record.withdrawnAt === null)) return 'gone';
  return numbersOf(regressionSnapshot(page)) === numbersOf(snapshot) ? 'same' : 'differs';
}

/** Time that passes without a night makes no newer data, and neither does a search of the commit. */
function numbersOf({ shape, record }: RegressionSnapshot): string {
  const { nights, search: _, ...rest } = record;
  return canonicalJson({
    shape,
    record: { ...rest, ...(nights && { nights: { ...nights, notMeasuredSince: null } }) },
  });
}
