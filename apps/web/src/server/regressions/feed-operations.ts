import { createHash } from 'node:crypto';
import { formatRatio, verdictName } from '@basecase/analysis';
import { slug } from '@basecase/contract/fields';
import type { Database } from '@basecase/db/database';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import type { EventView, RegressionEntry, RegressionNights, ServerName, Suspects } from '@basecase/db/types';
import { listEventNews } from '@basecase/db/webhooks/chat-news';
import { shortCommit, versionLabel } from '@basecase/ingest/model';
import {
  eventHref,
  eventSentence,
  eventServers,
  sizeText,
  stopSentences,
  suspectLines,
} from '@basecase/views/regressions';
import { dayText } from '@basecase/views/text';
import { eventNotes } from '@basecase/views/webhooks';
import { z } from 'zod';
import { database } from '../database';
import { defineRoute, texts } from '../operations/operation';
import { regressionTitle } from './regression-schemas';

interface FeedInput {
  /** `Regressions of PostgreSQL on PN53`. */
  title: string;
  /** Address of this server: `https://bench.example`. */
  baseUrl: string;
  /** Path and query of the feed. */
  path: string;
  /** Path and query of the page that lists the same. */
  listPath: string;
  /** ISO 8601, when nothing is listed. */
  now: string;
  entries: readonly FeedEntry[];
}

interface FeedEntry {
  /** The same for ever: makes the id. */
  name: string;
  title: string;
  published: string;
  updated: string;
  /** Path of its page. */
  path: string;
  product: string;
  servers: readonly ServerName[];
  summary: string;
}

/** An Atom feed (RFC 4287). */
function drawFeed({ title, baseUrl, path, listPath, now, entries }: FeedInput): string {
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? now;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${permanentId(`feed ${path}`)}</id>
  <title>${escapeXml(title)}</title>
  <updated>${updated}</updated>
  <author><name>Basecase</name></author>
  <generator>Basecase</generator>
  <link rel="self" type="application/atom+xml" href="${escapeXml(baseUrl + path)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(baseUrl + listPath)}"/>
${entries.map((entry) => drawEntry(entry, baseUrl)).join('')}</feed>
`;
}

function drawEntry(entry: FeedEntry, baseUrl: string): string {
  const categories = [entry.product, ...entry.servers.map(({ name }) => name)];
  return `  <entry>
    <id>${permanentId(entry.name)}</id>
    <title>${escapeXml(entry.title)}</title>
    <published>${entry.published}</published>
    <updated>${entry.updated}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(baseUrl + entry.path)}"/>
${categories.map((term) => `    <category term="${escapeXml(term)}"/>\n`).join('')}    <summary type="text">${escapeXml(entry.summary)}</summary>
  </entry>
`;
}

function recordEntry(record: RegressionEntry): FeedEntry {
  const { slug, product, server, workload, createdAt, changedAt, withdrawnAt } = record;
  return {
    name: `record ${slug}`,
    title: feedTitle(record),
    published: createdAt,
    updated: withdrawnAt !== null && withdrawnAt > changedAt ? withdrawnAt : changedAt,
    path: `/r/${slug}`,
    product,
    servers: [server],
    summary: summaryOf(record, `${server.name}, ${workload.label}`),
  };
}

function eventEntry({ view, suspects }: { view: EventView; suspects: Suspects | null }): FeedEntry {
  const { kind, state, product, firstBad, splitOff, fixedIn, notMeasuredSince: since } = view;
  const states: Partial<Record<EventView['state'], string>> = {
    withdrawn: 'Withdrawn',
    fixed: fixedIn === null ? 'Fixed' : `Fixed in ${versionLabel(fixedIn)}`,
    noise: 'Noise',
    wont_fix: 'Won’t fix',
  };
  const word = states[state] ?? (since === null ? null : `Not measured since ${dayText(since)}`);
  return {
    name: JSON.stringify(['event', kind, product, firstBad, splitOff?.slug ?? null]),
    title: `${word === null ? '' : `${word}: `}${eventSentence(view)}`,
    published: view.firstSeen,
    updated: view.changedAt,
    path: eventHref(view.slug),
    product,
    servers: eventServers(view),
    summary: eventNotes({ view, suspects }).join(' '),
  };
}

/** The state is part of the title: feed readers show little else. */
function feedTitle(entry: RegressionEntry): string {
  const { nights, fix, mark, withdrawnAt, ratio } = entry;
  const size =
    ratio === null ? '' : nights ? `: ${sizeText({ ...nights, ratio })}` : ` (${formatRatio(ratio)})`;
  const title = regressionTitle(entry) + size;
  if (withdrawnAt !== null) return `Withdrawn: ${title}`;
  if (fix.seen !== null) return `Fixed in ${versionLabel(fix.seen)}: ${title}`;
  const since = nights?.notMeasuredSince ?? null;
  // Programs read the words: they stay.
  if (since !== null) return `Not measured since ${dayText(since)}: ${title.replace(' is ', ' was ')}`;
  return mark === 'possible' ? `Likely: ${title}` : title;
}

function summaryOf(entry: RegressionEntry, where: string): string {
  const { ratio, lastGood, firstBad, verdict, explanation, nights, stop } = entry;
  const [bad, good] = [firstBad, lastGood].map(({ version }) => versionLabel(version));
  if (stop || ratio === null) {
    const words = stop ? stopSentences({ ...entry, stop }).join(' ') : '';
    const suspects = nights ? ` Suspects: ${suspectsText(nights)}.` : '';
    return `On ${where}: ${words}${suspects} Verdict: ${verdictName(verdict)}.`;
  }
  const what = nights
    ? `The level since ${bad} is ${formatRatio(ratio)} of the one before, up to ${good}, on ${where}. Suspects: ${suspectsText(nights)}. Verdict: ${verdictName(verdict)}.`
    : `${bad} runs at ${formatRatio(ratio)} of ${good} on ${where}. Verdict: ${verdictName(verdict)}.`;
  return explanation === null ? what : `${what} ${explanation}`;
}

/** `736ae249..11a25bfa`, the page with these commits, and the newest of them if they were read from git. */
function suspectsText({ suspects }: RegressionNights): string {
  const { after, upTo, href } = suspects;
  if (after === null || upTo === null) return 'commits not known';
  const range = `${shortCommit(after)}..${shortCommit(upTo)}`;
  // The page is named once.
  return [range, ...(href === null ? [] : [href]), ...suspectLines({ ...suspects, href: null })].join(', ');
}

/** The same for ever, whatever this server is called: an entry that changes must not look like a new one. */
function permanentId(name: string): string {
  const hex = createHash('sha256').update(`basecase ${name}`).digest('hex').slice(0, 32);
  // Version 8 of RFC 9562 is for ids that are made like this.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML; characters that XML has no place for, not even escaped, become the replacement character. */
function escapeXml(text: string): string {
  return (
    text
      // Half of a surrogate pair is not a character either.
      .replace(/\p{Surrogate}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
  );
}

/** Entries of a feed; readers look at the newest. */
const ENTRIES = 100;

const feedQuery = z.object({
  product: slug.optional().describe('Of this product only.'),
  server: slug.optional().describe('Slug: of this server only.'),
});

type Followed = z.infer<typeof feedQuery>;

/** The newest records: those that are alive and, so that readers hear of it, those that were withdrawn. */
async function loadRecords(db: Database, { product, server }: Followed): Promise<FeedEntry[]> {
  const filter = { product, server, sort: 'date', pageSize: ENTRIES, onlyNews: true } as const;
  const [alive, withdrawn] = await Promise.all([
    listRegressions(db, filter),
    listRegressions(db, { ...filter, state: 'withdrawn' }),
  ]);
  return [...alive.regressions, ...withdrawn.regressions]
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, ENTRIES)
    .map(recordEntry);
}

async function loadEvents(db: Database, filter: Followed): Promise<FeedEntry[]> {
  return (await listEventNews(db, filter, ENTRIES)).map(eventEntry);
}

/** A feed of an address, of a product or a server if one is asked for. */
function defineFeed(
  name: 'regressions' | 'events',
  summary: string,
  load: (db: Database, filter: Followed) => Promise<FeedEntry[]>,
) {
  return defineRoute({
    at: `GET /api/v1/${name}.atom`,
    summary,
    role: null,
    query: feedQuery,
    checks: 'names',
    answers: { 200: { description: 'RFC 4287.', content: texts('application/atom+xml') } },
    async respond({ query: { product }, search, baseUrl }) {
      const server = search.get('server') ?? undefined;
      const filter = { product: product || undefined, server };
      const entries = await load(database(), filter);
      const servers = entries.flatMap((entry) => entry.servers);
      const place = servers.find((each) => each.slug === server)?.name ?? server;
      const params = new URLSearchParams({ ...(product && { product }), ...(server && { server }) });
      const suffix = params.size > 0 ? `?${params}` : '';
      const feed = drawFeed({
        title: `Regressions${product ? ` of ${product}` : ''}${place ? ` on ${place}` : ''}`,
        baseUrl,
        path: `/api/v1/${name}.atom${suffix}`,
        listPath: `/regressions${suffix}`,
        now: new Date().toISOString(),
        entries,
      });
      return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
    },
  });
}

export const readFeed = defineFeed(
  'regressions',
  'Regressions as an Atom feed, newest first: one entry for each record. Withdrawn ones stay, marked as withdrawn.',
  loadRecords,
);

export const readEventFeed = defineFeed(
  'events',
  'Regressions as an Atom feed, newest first: one entry for each event, which is updated when its tests or state change.',
  loadEvents,
);
