import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getPermalink } from '@basecase/db/permalinks/get-permalink';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { tableCard } from '@basecase/views/compare';
import { documentCards, type TableCard } from '@basecase/views/document';
import { drawRecord } from '@basecase/views/regressions';
import { toFrozenDocument, toFrozenView } from '@basecase/views/share';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET } from '../../app/api/v1/permalinks/[slug]/route';
import { GET as IMAGE } from '../../app/p/[slug]/opengraph-image/route';
import PermalinkPage from '../../app/p/[slug]/page';
import { getFrozenRegression } from '../regressions/frozen-regression';

/*
 * Permalinks that earlier versions wrote, named by the day and the first thing in them that is new, with what they have to
 * show. Exports of heatmaps are those that the version of that day made; everything else is from when the file was added.
 * A file is never changed. A new form of snapshot gets a new file: rows of `permalinks` as lines of JSON, without
 * `answers`; FREEZE=1 adds these once.
 */
const FOLDER = path.join(import.meta.dirname, 'frozen');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));
const FORMATS = ['json', 'csv', 'tsv', 'md', 'results'] as const;

interface Answers {
  /** By format; null where the permalink has no such export. */
  exports: Record<string, string | null>;
  /** Numbers of the cells of the page's tables. */
  page: string[];
  /** What its picture draws: text, level and verdict of every cell. */
  image: Pick<TableCard, 'columns' | 'groups' | 'nights'>[];
}

interface Frozen {
  slug: string;
  kind: string;
  path: string;
  title: string;
  snapshot: unknown;
  parser_version: number;
  created_at: string;
  author: string | null;
  /** As base64. */
  runs: string | null;
  answers?: Answers;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    BASECASE_URL: 'https://bench.example',
    BASECASE_LOCAL: '',
  });
});
afterAll(() => database.drop());

const store = (frozen: Frozen) =>
  database.pool.query(
    `INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version, created_at, author, runs)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'base64'))`,
    [
      ...[frozen.slug, frozen.kind, frozen.path, frozen.title, JSON.stringify(frozen.snapshot)],
      ...[frozen.parser_version, frozen.created_at, frozen.author, frozen.runs],
    ],
  );

const address = (slug: string) => ({ params: Promise.resolve({ slug }) });

async function answersOf({ slug, kind }: Frozen): Promise<Answers> {
  const exports = FORMATS.map(async (format) => {
    const url = `https://bench.example/api/v1/permalinks/${slug}?format=${format}`;
    const response = await GET(new Request(url), address(slug));
    return [format, response.ok ? await response.text() : null] as const;
  });
  const page = await PermalinkPage({ ...address(slug), searchParams: Promise.resolve({}) });
  return {
    exports: Object.fromEntries(await Promise.all(exports)),
    page: numbersOf(await htmlOf(page)),
    image: (await cardsOf(slug, kind)).map(({ columns, groups, nights }) => ({
      columns,
      groups,
      ...(nights && { nights }),
    })),
  };
}

function htmlOf(page: ReactNode): Promise<string> {
  const out = new PassThrough();
  const fail = (error: unknown) =>
    void out.destroy(error instanceof Error ? error : new Error(String(error)));
  const stream = renderToPipeableStream(page, {
    onAllReady: () => void stream.pipe(out),
    onShellError: fail,
    onError: fail,
  });
  return text(out);
}

/** Wording may get better; numbers stay. */
function numbersOf(html: string): string[] {
  const tables = html.match(/<table.*?<\/table>/gs) ?? [];
  return tables.flatMap((table) =>
    (table.match(/<td[ >].*?<\/td>/gs) ?? []).flatMap((cell) => {
      const shown = cell.replaceAll(/<[^>]*>/g, ' ').match(/[-−+±]?\s?\d[\d.,\u00a0\u202f]*/g) ?? [];
      return shown.length > 0 ? [shown.join(' ').replaceAll(/\s+/g, ' ')] : [];
    }),
  );
}

async function cardsOf(slug: string, kind: string): Promise<TableCard[]> {
  const permalink = await getPermalink(database, slug);
  if (kind === 'regression') return [drawRecord((await getFrozenRegression(database, slug)).record).table];
  if (kind !== 'compare' && kind !== 'report') return documentCards(toFrozenDocument(permalink).document);
  const { data, state } = toFrozenView(permalink);
  return [tableCard(data, state)];
}

/** Fields may be added to JSON, never changed or taken. */
function parsed(format: string, body: string | null): unknown {
  if (body === null || !['json', 'results'].includes(format)) return body;
  return body
    .trim()
    .split(/\n(?=\{)/)
    .map((each) => JSON.parse(each));
}

it.each(FILES)('permalinks of %s show what they showed when they were made', async (name) => {
  const file = path.join(FOLDER, name);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const rows: Frozen[] = lines.map((line) => JSON.parse(line));
  for (const row of rows) await store(row);
  if (process.env['FREEZE'] && rows.some(({ answers }) => !answers)) {
    for (const row of rows) row.answers ??= await answersOf(row);
    writeFileSync(file, gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  }
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const where = `${row.kind} ${row.slug}`;
    const then = row.answers;
    const now = await answersOf(row);
    expect(then?.page.length, where).toBeGreaterThan(0);
    expect(now.page, where).toEqual(then?.page);
    expect(JSON.parse(JSON.stringify(now.image)), where).toEqual(then?.image);
    for (const format of FORMATS)
      expect(parsed(format, now.exports[format] ?? null), `${where} as ${format}`).toEqual(
        withMore(parsed(format, then?.exports[format] ?? null)),
      );
  }
  const picture = await IMAGE(
    new Request(`https://bench.example/p?size=table`),
    address(rows[0]?.slug ?? ''),
  );
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

/** Matches the same with more fields. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMore(each)])),
  );
}
