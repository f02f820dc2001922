import { formatRatio, geometricMean, groupBy } from '@basecase/analysis';
import type { NewestRow } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { eventLink, type LinkCard, linkMeta, recordLink } from '@basecase/views/link';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { linkImage } from '../image/link-image';
import { createCaller } from '../root';
import { unlike } from './stated-copies';
import type { StatedEvent } from './stated-events';
import { answerOf, BASE, type CompareRow, caller, eventOf, jsonOnce, stores } from './stated-facts';

/*
 * What pictures, previews of links, texts for those who see no picture, and tables in other pages state of a subject, for the
 * test that compares it with the answers of the API.
 */

interface Stated {
  /** First bad version / last good version; null of a stop. */
  ratio: number | null;
  certainty: string | null;
  /** `5 of 12`; left out: not counted. */
  counted?: string;
}

/** A preview has its title, its description, which is also the text of its picture for screen readers, and the picture. */
function cardContradictions(slug: string, card: LinkCard, stated: Stated): string[] {
  const { title, description } = linkMeta(card);
  const texts = { title, description, picture: textOf(linkImage(card)).join(' ') };
  return Object.entries(texts).flatMap(([name, text]) => {
    const found: string[] = [];
    const [, , percent, digits = '', word] = /(\D|^)(\d+(?:\.(\d+))?)% (slower|faster)/.exec(text) ?? [];
    if (percent !== undefined && stated.ratio !== null) {
      const change = word === 'slower' ? 1 - stated.ratio : stated.ratio - 1;
      if (Math.abs(Number(percent) - change * 100) > 0.5001 * 10 ** -digits.length)
        found.push(`${percent}% ${word}, elsewhere ${formatRatio(stated.ratio)}`);
    }
    const [, some, all] = /in (\d+) of (\d+) tests?\b/.exec(text) ?? [];
    if (some !== undefined && stated.counted !== undefined && `${some} of ${all}` !== stated.counted)
      found.push(`${some} of ${all} tests, elsewhere ${stated.counted}`);
    const [, level] = /\b(Sure|Likely, not confirmed|Within noise)\b/.exec(text) ?? [];
    const levels: Record<string, string> = { Sure: 'sure', 'Within noise': 'noise' };
    if (level !== undefined && (levels[level] ?? 'likely') !== stated.certainty)
      found.push(`${level}, elsewhere ${stated.certainty}`);
    return found.map((each) => `${slug}: its ${name} says ${each}`);
  });
}

/** Each size, count and certainty of an event that its preview states otherwise. */
export async function eventPictureContradictions(
  event: StatedEvent & { certainty: string },
): Promise<string[]> {
  const { slug, median, tests } = event;
  const { view, figures } = await eventOf(slug);
  const counted = `${event.slower || event.likely} of ${tests}`;
  return cardContradictions(slug, eventLink(view, figures), {
    ratio: median ?? null,
    certainty: event.certainty,
    ...(tests !== null && { counted }),
  });
}

/** Each size and certainty of a record that its preview states otherwise. */
export async function recordPictureContradictions({ slug, ratio, certainty }: Stated & { slug: string }) {
  const record = await caller().regressions.get({ slug });
  return cardContradictions(slug, recordLink(record), { ratio, certainty });
}

/** Pages of the app, as their routes are called. */
export interface Pictures {
  embed(slug: string): Promise<ReactNode>;
  /** `opengraph-image` of a permalink. */
  image(request: Request, slug: string): Promise<Response>;
}

/** Texts for those who see no picture. */
const ALTS = { html: /alt="([^"]*)"/g, md: /^!\[(.*)\]\(/gm };

/**
 * Each ratio of a heatmap that the table in another page, or the chart by group states otherwise.
 *
 * @param headers of a token that may keep views
 * @param pages format: of the report, whose words of its chart are the same in both; for html its pictures are drawn
 * @returns how many groups the chart had, and what differs
 */
export async function heatmapPictureContradictions(
  row: NewestRow,
  headers: Headers,
  { embed, image, format }: Pictures & { format: 'html' | 'md' },
): Promise<{ groups: number; found: string[] }> {
  const where = { server: row.server.slug, workload: row.workload.slug };
  const { rows } = (await jsonOnce('compare', { ...where, cols: 'all' })) as {
    rows: (CompareRow & { group: string })[];
  };
  const path = compareHref({ ...where, cols: ['all'] });
  const { slug } = await createCaller({ ...stores, headers }).permalinks.create({ path });
  const lines = renderToStaticMarkup(await embed(slug))
    .split('<tr')
    .map((line) => wordsOf(line).join('\t'));
  const found = unlike(rows, lines, (line) => line.split('\t')).map((each) => `embedded ${each}`);
  const means = [...groupBy(rows, ({ group }) => group).values()].map((own) => ({
    tests: own.length,
    means: (own[0]?.relative ?? []).map((_, at) =>
      formatRatio(geometricMean(own.map(({ relative }) => relative[at] ?? null))),
    ),
  }));
  const chart = await image(new Request(`${BASE}/p/${slug}/opengraph-image?size=groups&format=svg`), slug);
  const [, words = ''] = /<desc>(.*?)<\/desc>/s.exec(chart.ok ? await chart.text() : '') ?? [];
  const report = await (await answerOf('report', { ...where, product: row.product, format })).text();
  const alts = [...report.matchAll(ALTS[format])].map(([, alt = '']) => alt);
  const groups = [words, ...alts].flatMap(groupsIn);
  // A chart is of one product, a report perhaps of fewer versions.
  for (const group of groups)
    if (!means.some((own) => own.tests === group.tests && hasInOrder(own.means, group.means)))
      found.push(`by group ${JSON.stringify(group)}, not in ${JSON.stringify(means)}`);
  return {
    groups: groups.length,
    found: found.map((each) => `${Object.values(where).join(' ')}: ${each}`),
  };
}

/** Number of tests and means of each group of a chart in words: `Writes, 2 tests: 17.10 1.50, 18.4 1.45`. */
function groupsIn(alt: string): { tests: number; means: string[] }[] {
  return [...alt.matchAll(/, (\d+) tests?: (.*?)(?:\. |$)/gs)].map(([, tests, means = '']) => ({
    tests: Number(tests),
    means: means.split(', ').map((mean) => mean.split(' ').at(-1) ?? ''),
  }));
}

function hasInOrder(all: readonly string[], some: readonly string[]): boolean {
  let at = -1;
  return some.every((each) => {
    at = all.indexOf(each, at + 1);
    return at >= 0;
  });
}

function textOf(element: ReactNode): string[] {
  return wordsOf(renderToStaticMarkup(element)).map((text) => text.replaceAll('\u00a0', ' '));
}

/** Texts between tags. */
function wordsOf(markup: string): string[] {
  return markup
    .replace(/^[^<]*>/, '')
    .split(/<[^>]*>/)
    .map((text) =>
      text
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    )
    .filter((text) => text.trim() !== '');
}
