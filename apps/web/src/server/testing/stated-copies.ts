import { formatRatio } from '@basecase/analysis';
import type { NewestRow } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { eventLink, linkMeta } from '@basecase/views/link';
import { messageBody } from '@basecase/views/webhooks';
import { expect } from 'vitest';
import { loadSingleFile } from '../export/load-single-file';
import { drawSingleFile } from '../export/single-file';
import { explainChange } from '../mcp/find-changes';
import { createCaller } from '../root';
import type { StatedEvent } from './stated-events';
import { answerOf, BASE, type CompareRow, eventOf, jsonOnce, stores } from './stated-facts';

/*
 * Copies of what pages state: messages, social cards, answers of assistants, files and permalinks, for the test that compares
 * them with the answers of the API.
 */

/** Each copy of an event that states another sentence, count or certainty. */
export async function eventCopyContradictions(event: StatedEvent & { certainty: string }): Promise<string[]> {
  const { slug } = event;
  const { view, figures } = await eventOf(slug);
  const about = { view, tests: 1, servers: [], fixedIn: [], notFixedIn: null, suspects: null };
  const news = [{ event: 'regression.new', about: { ...about, path: `/regressions/${slug}` } }] as const;
  const copies: Record<string, string> = {
    slack: JSON.stringify(JSON.parse(messageBody('slack', news, BASE))),
    teams: JSON.stringify(JSON.parse(messageBody('teams', news, BASE))),
    mail: JSON.parse(messageBody('mail', news, BASE)).text,
    assistant: await explainChange({ db: stores.db, baseUrl: BASE }, { slug }),
  };
  const found = Object.entries(copies).flatMap(([name, text]) => {
    const sentence =
      name === 'slack' || name === 'teams' ? JSON.stringify(event.sentence).slice(1, -1) : event.sentence;
    return text.includes(sentence) ? [] : [`${slug}: ${name} does not say "${event.sentence}"`];
  });
  const { title, description } = linkMeta(eventLink(view, figures));
  const [, slower, tests] = /in (\d+) of (\d+) tests?\b/.exec(title) ?? [];
  // Without a sure one it looks slower in those that are likely.
  const counted = `${event.slower || event.likely} of ${event.tests}`;
  if (slower !== undefined && `${slower} of ${tests}` !== counted)
    found.push(`${slug}: its card says ${slower} of ${tests}, the list ${counted}`);
  const [, sure] = /(Sure|Likely, not confirmed|Likely)\b[^.]*:/.exec(description) ?? [];
  if (sure !== undefined && (sure === 'Sure') !== (event.certainty === 'sure'))
    found.push(`${slug}: its card says ${sure}, the list ${event.certainty}`);
  return found;
}

/** Each entry of the feed with another title or address than its record in the list. */
export async function feedContradictions(): Promise<{ read: number; found: string[] }> {
  const feed = await (await answerOf('regressions.atom', {})).text();
  const entries = feed.split('<entry>').slice(1);
  const { regressions } = await jsonOnce('regressions', { sort: 'date', pageSize: '200' });
  const titles = new Map<string, string>(
    regressions.map(({ slug, title }: { slug: string; title: string }) => [slug, title]),
  );
  let read = 0;
  const found = entries.flatMap((entry) => {
    const slug = /\/r\/([^"<]+)/.exec(entry)?.[1] ?? '';
    const title = titles.get(slug);
    if (title === undefined) return [];
    read += 1;
    const own = entry
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    return own.includes(title) ? [] : [`${slug}: the feed does not say "${title}"`];
  });
  return { read, found };
}

/**
 * Each ratio of a heatmap that a file of it, its permalink or its saved page states otherwise.
 *
 * @param headers of a token that may keep views
 */
export async function heatmapCopyContradictions(row: NewestRow, headers: Headers): Promise<string[]> {
  const where = { server: row.server.slug, workload: row.workload.slug };
  const { rows } = (await jsonOnce('compare', { ...where, cols: 'all' })) as { rows: CompareRow[] };
  const { slug } = await createCaller({ ...stores, headers }).permalinks.create({
    path: compareHref({ ...where, cols: ['all'] }),
  });
  const frozen = (await jsonOnce('permalinks/[slug]', {}, { slug })) as { rows: CompareRow[] };
  const file = await loadSingleFile(slug, { baseUrl: BASE, stateOf: ({ state }) => state });
  expect(file, slug).not.toBeNull();
  const found = rows.flatMap(({ test, relative }) => {
    const other = frozen.rows.find((each) => each.test === test);
    const texts = relative.map(formatRatio).join(' ');
    const own = other?.relative.map(formatRatio).join(' ');
    return own === texts ? [] : [`${slug} ${test}: ${texts}, in the permalink ${own}`];
  });
  for (const format of ['csv', 'tsv', 'md']) {
    const text = await (await answerOf('compare', { ...where, cols: 'all', format })).text();
    found.push(
      ...unlike(rows, text.split('\n'), (line) => cellsOf(line, format)).map((each) => `${format} ${each}`),
    );
  }
  const saved = file ? drawSingleFile(file) : '';
  const lines = saved.split('<tr').map((line) => line.replaceAll('</t', '\t</t').replaceAll(/<[^>]*>/g, ''));
  found.push(...unlike(rows, lines, (line) => line.split('\t')).map((each) => `saved page ${each}`));
  return found.map((each) => `${Object.values(where).join(' ')}: ${each}`);
}

/** Rows of which no line has all ratios, in their order. A test has several lines where a file has several tables. */
export function unlike(
  rows: readonly CompareRow[],
  lines: readonly string[],
  cellsIn: (line: string) => string[],
): string[] {
  // Files leave the base out: it is 1.00 in every test.
  const isBase = (rows[0]?.relative ?? []).map((_, at) =>
    rows.every(({ relative }) => relative[at] == null || relative[at] === 1),
  );
  return rows.flatMap(({ test, relative }) => {
    // Pages write a range, or a unit, after the name.
    const own = lines.filter((line) => line.includes(test.replace(/_range.*/, ''))).map(cellsIn);
    const wanted = relative.flatMap((ratio, at) => (ratio === null || isBase[at] ? [] : [ratio]));
    const hasAll = own.some((cells) => {
      let at = -1;
      return wanted.every((ratio) => {
        at = cells.findIndex((cell, index) => index > at && sameRatio(cell, ratio));
        return at >= 0;
      });
    });
    return hasAll
      ? []
      : [`${test}: ${wanted.map(formatRatio).join(' ')}, there ${JSON.stringify(own.slice(0, 2))}`];
  });
}

function cellsOf(line: string, format: string): string[] {
  if (format === 'md') return line.split('|').map((cell) => cell.trim());
  return line.split(format === 'csv' ? ',' : '\t').map((cell) => cell.replaceAll('"', ''));
}

/** True where a cell has the ratio, rounded to the digits that it shows: a third one tells verdicts apart. */
function sameRatio(cell: string, ratio: number): boolean {
  const [text, digits = ''] = /\d+(?:\.(\d+))?/.exec(cell) ?? [];
  return text !== undefined && Math.abs(Number(text) - ratio) <= 0.5001 * 10 ** -digits.length;
}
