import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { NormalizedRun } from '@basecase/ingest/model';
import { testLabel } from '@basecase/ingest/model';
import type { Database } from '../database';
import { NotFoundError, SettingError } from '../errors';
import { listRunGroups, type RunGroup } from '../export/list-run-groups';
import { loadRuns } from '../export/load-runs';
import { getRow } from '../rows';
import type { ShownRuns } from '../types/servers';

/** Of this shape are the lines. Raised when old runs can't be read as new ones. */
const SHAPE = 1;
/** Packed; the numbers of a view of 60 columns are a few hundred KB. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The runs behind a view, packed to be kept with its permalink: what counts of them now, with the corrections in force.
 * Notes on runs stay behind: a permalink may be public, and its page has none.
 *
 * @returns null for a view of more runs, or more numbers, than are kept with a permalink
 */
export async function packRuns(database: Database, shown: readonly ShownRuns[]): Promise<Buffer | null> {
  try {
    const packed = Readable.from(linesOf(database, await listRunGroups(database, shown))).pipe(createGzip());
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of packed as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) return null;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof SettingError) return null;
    throw error;
  }
}

/** A line for the shape, and one for each run. */
interface FrozenRun {
  /** Slug of its column. */
  column: string;
  run: NormalizedRun;
}

async function* linesOf(database: Database, groups: readonly RunGroup[]): AsyncGenerator<string> {
  yield `${JSON.stringify({ shape: SHAPE })}\n`;
  for (const group of groups) {
    for await (const run of loadRuns(database, [group])) {
      const line: FrozenRun = { column: group.column, run: { ...run, notes: null } };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

/**
 * The runs that were frozen with a permalink, one after the other.
 *
 * @param wanted what of it; left out: all that was frozen
 * @throws NotFoundError for an unknown slug, and for a permalink that keeps no runs
 */
export async function loadFrozenRuns(
  { pool }: Database,
  slug: string,
  wanted: Pick<ShownRuns, 'columns' | 'tests'> = { columns: null, tests: null },
): Promise<AsyncIterable<NormalizedRun>> {
  const row = await getRow<{ runs: Buffer | null }>(
    pool,
    'SELECT runs FROM permalinks WHERE slug = $1',
    [slug],
    `No permalink "${slug}".`,
  );
  if (row.runs === null) {
    throw new NotFoundError(
      'This permalink keeps tables only, without the runs behind them: it is from before runs were kept, or has too many.',
    );
  }
  return unpack(row.runs, wanted);
}

async function* unpack(
  packed: Buffer,
  wanted: Pick<ShownRuns, 'columns' | 'tests'>,
): AsyncGenerator<NormalizedRun> {
  const tests = wanted.tests && new Set(wanted.tests);
  const lines = createInterface({ input: Readable.from([packed]).pipe(createGunzip()) });
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst) {
      const { shape } = JSON.parse(line) as { shape: number };
      if (shape !== SHAPE) throw new Error(`Frozen runs of unknown shape ${shape}.`);
      isFirst = false;
      continue;
    }
    const { column, run } = JSON.parse(line) as FrozenRun;
    if (wanted.columns && !wanted.columns.includes(column)) continue;
    const results = run.results.filter(({ test, range }) => tests?.has(testLabel(test, range)) ?? true);
    if (results.length > 0) yield { ...run, results };
  }
}

/** True when the runs of a permalink are kept with it. */
export async function hasFrozenRuns({ pool }: Database, slug: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM permalinks WHERE slug = $1 AND runs IS NOT NULL', [slug]);
  return rows.length > 0;
}
