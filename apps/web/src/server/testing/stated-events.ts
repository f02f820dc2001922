import { formatRatio, median } from '@basecase/analysis';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import type { NewestRow } from '@basecase/db/types';
import { homeModel, openText } from '@basecase/views/home';
import { elsewhereSentence } from '@basecase/views/regressions';
import { expect } from 'vitest';
import { type CompareRow, caller, eventOf, jsonOnce, stores, viewOf } from './stated-facts';

/* What answers say of records, events, nights and sweeps, for the test that compares it. */

interface Place {
  server: string;
  workload: string;
  stopped: number;
  slower: number;
  likely: number;
  tests: number | null;
}

export interface StatedEvent extends Omit<Place, 'server' | 'workload'> {
  slug: string;
  sentence: string;
  state: string;
  line: string | null;
  median: number | null;
  places: Place[];
}

/** Each place that counts other open events than the list. @param commandLine what `basecase regressions` prints */
export async function countContradictions(commandLine: string): Promise<string[]> {
  const list = await jsonOnce('events', {});
  const counts: Record<string, number> = {
    'sure and likely': list.sure + list.likely,
    total: list.total,
    listed: list.events.length,
    home: Number.parseInt(openText((await caller().events.list({})).open), 10),
    'command line': commandLine.trimEnd().split('\n').length - 1,
    'same sentences': list.events.filter(({ sentence }: StatedEvent) => commandLine.includes(sentence))
      .length,
  };
  return Object.entries(counts).flatMap(([name, count]) =>
    count === list.open ? [] : [`${name}: ${count}, open events: ${list.open}`],
  );
}

/** Every record of a kind that is not withdrawn, as the list of records has it, by slug. */
export async function listedRecords(kind: string): Promise<Map<string, StatedRecord>> {
  const all = new Map<string, StatedRecord>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await jsonOnce('regressions', { kind, page: String(page) });
    pages = list.pages;
    for (const record of list.regressions) all.set(record.slug, record);
  }
  return all;
}

interface StatedRecord {
  ratio: number | null;
  server: string;
  workload: string;
}

/** Each number of an event that its sentence, its places, its tests or their records state otherwise. */
export async function eventContradictions(
  event: StatedEvent,
  records: ReadonlyMap<string, StatedRecord>,
): Promise<string[]> {
  const { view: page } = await eventOf(event.slug);
  const found: string[] = [];
  const compare = (what: string, own: unknown, other: unknown) =>
    own === other ? [] : [found.push(`${event.slug}: ${what} is ${own}, elsewhere ${other}`)];
  const sum = (of: (place: Place) => number) => event.places.reduce((total, place) => total + of(place), 0);
  for (const count of ['stopped', 'slower', 'likely'] as const) {
    compare(
      `${count} over places`,
      event[count],
      sum((place) => place[count]),
    );
    compare(`${count} on its page`, event[count], page[count]);
  }
  if (event.tests !== null)
    compare(
      'tests over places',
      event.tests,
      sum(({ tests }) => tests ?? 0),
    );
  const [, slower, tests] = /: (\d+) of (\d+) tests? (?:slower|faster)/.exec(event.sentence) ?? [];
  if (slower !== undefined) {
    compare('slower in its sentence', event.slower, Number(slower));
    compare('tests in its sentence', event.tests, Number(tests));
  }
  for (const place of page.places) {
    const of = (level: string) => place.largest.filter((test) => test.level === level).length;
    compare(
      'levels of its tests',
      [place.stopped, place.slower, place.likely].join(),
      ['stopped', 'sure', 'likely'].map(of).join(),
    );
    for (const { slug, ratio, test } of place.largest) {
      const record = records.get(slug);
      if (!record) continue;
      compare(`ratio of ${test} in ${slug}`, formatRatio(ratio), formatRatio(record.ratio));
      compare(
        `place of ${slug}`,
        `${place.server.slug} ${place.workload.slug}`,
        `${record.server} ${record.workload}`,
      );
    }
  }
  const sure = page.places.flatMap(({ largest }) =>
    largest.flatMap(({ level, ratio }) => (level === 'sure' && ratio !== null ? [ratio] : [])),
  );
  if (sure.length > 0) compare('median', formatRatio(event.median), formatRatio(median(sure)));
  return found;
}

/** Each count of a line of nights that home, its events and its overview state differently. */
export async function nightContradictions(row: NewestRow): Promise<string[]> {
  const where = { server: row.server.slug, workload: row.workload.slug };
  const [shown] = homeModel({ rows: [row], waiting: { joins: 0, pending: 0 } }).rows;
  const view = await jsonOnce('views/[view]', { ...where, line: row.nights ?? '' }, { view: 'series' });
  const sentence = `${view.sentence?.strong ?? ''}${view.sentence?.rest ?? ''}`;
  const { events } = await jsonOnce('events', { product: row.product });
  const own = (events as StatedEvent[]).flatMap(({ line, places }) =>
    line === null
      ? []
      : places.filter((place) => place.server === where.server && place.workload === where.workload),
  );
  const [, counted, tests = '1', not, release] =
    /(?:(\d+|None) of (\d+) tests (?:is|are)|The only test is( not)?) slower than ([^,]+),/.exec(sentence) ??
    [];
  const slower = counted ?? (not === undefined ? '1' : 'None');
  const stated = {
    home: [shown?.before?.slower, shown?.before?.tests, shown?.before?.version].join(' of '),
    events: [
      own.reduce((sum, place) => sum + place.slower, 0),
      own[0]?.tests ?? shown?.before?.tests,
      release,
    ].join(' of '),
    overview: [slower === 'None' ? 0 : slower, tests, release].join(' of '),
  };
  return new Set(Object.values(stated)).size === 1
    ? []
    : [`${Object.values(where).join(' ')}: ${JSON.stringify(stated)}`];
}

/** Each ratio on the page of clients, of two versions, that the heatmap of that number of clients shows otherwise. */
export async function sweepContradictions(
  server: string,
  workloads: ReadonlyMap<number, string>,
): Promise<{ read: number; found: string[] }> {
  const found: string[] = [];
  let read = 0;
  const [first = ''] = workloads.values();
  const { tables } = await jsonOnce(
    'views/[view]',
    { server, workload: first, rows: 'tests' },
    { view: 'clients' },
  );
  const matrices = (tables as DocumentTable[]).filter(({ id }) => id.startsWith('matrix'));
  for (const [clients, workload] of workloads) {
    const heatmap = await jsonOnce('compare', { server, workload, cols: 'all' });
    for (const { title, heads, sections } of matrices) {
      const at = heads.findIndex(({ note }) => note.includes('ratio'));
      const cell = sections.flatMap(({ rows }) => rows).find(({ name }) => name === String(clients))?.cells[
        at
      ];
      const row = heatmap.rows.find(({ test }: { test: string }) => title.endsWith(`, ${test}`));
      if (!cell || !row) continue;
      read += 1;
      const [own, other] = [cell.value === null ? null : cell.text, row.relative[1]];
      if (own !== (other === null ? null : formatRatio(other)))
        found.push(`${title}, ${clients} clients: ${own}, in the heatmap ${other}`);
    }
  }
  return { read, found };
}

interface DocumentTable {
  id: string;
  title: string;
  heads: { note: string }[];
  sections: { rows: { name: string; cells: { text: string; value: number | null }[] }[] }[];
}

/** Each ratio of the page of a record that its cell of the heatmap does not have. */
export async function recordContradictions(slug: string): Promise<string[]> {
  const record = await getRegression(stores.db, slug);
  if (!record || record.stop || record.nights) return [];
  const where = { server: record.server.slug, workload: record.workload.slug };
  const base = record.lastGood.column;
  const { rows, columns }: { rows: CompareRow[]; columns: string[] } = await jsonOnce('compare', {
    ...{ ...where, base, cols: 'all' },
  });
  const { matrix } = await viewOf(where);
  expect(columns).toEqual(matrix.columns.map(({ label }) => label));
  const cellOf = (test: string, column: string): number | null => {
    const at = matrix.columns.findIndex((each) => each.slug === column);
    return rows.find((row) => row.test === test)?.relative[at] ?? null;
  };
  const { test, firstBad, ladder, neighbours, costs } = record;
  const said: { what: string; test: string; column: string; ratio: number | null }[] = [
    { what: 'number', test: test.key, column: firstBad.column, ratio: record.ratio },
    ...ladder.map(({ column, toLastGood: ratio }) => ({ what: 'ladder', test: test.key, column, ratio })),
    ...neighbours.flatMap(({ key, cells }) =>
      cells.map(({ column, ratio }) => ({ what: 'neighbours', test: key, column, ratio })),
    ),
    ...costs.map(({ column, relative }) => ({
      ...{ what: 'costs', test: test.key, column, ratio: relative.throughput ?? null },
    })),
  ];
  const numbers = said.flatMap(({ what, column, ratio, ...of }) => {
    const [own, cell] = [formatRatio(ratio), formatRatio(cellOf(of.test, column))];
    return own === cell
      ? []
      : [`${slug}: ${what} of ${of.test} in ${column} is ${own}, in the heatmap ${cell}`];
  });
  // The table counts the place of the record as well.
  const [, yes, all] = /^(?:.*: )?(\d+) of (\d+) places/.exec(elsewhereSentence(record)) ?? [];
  const evidence = record.evidence.find(({ title }) => /^(Seen in|Not seen elsewhere)/.test(title))?.title;
  const counted =
    Number(yes) > 1 ? `Seen in ${Number(yes) - 1} of ${Number(all) - 1} other places` : undefined;
  if (counted !== undefined && evidence !== counted)
    numbers.push(`${slug}: the evidence has ${evidence}, the table ${counted}`);
  return numbers;
}
