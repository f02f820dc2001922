import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { formatRatio, verdictName } from '@basecase/analysis';
import { slug } from '@basecase/contract/fields';
import type { Database } from '@basecase/db/database';
import { wholeRun } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import { openArtifact } from '@basecase/db/queries/get-artifact';
import { getRunPage } from '@basecase/db/queries/get-run-page';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import type { RegressionEntry, RegressionNights } from '@basecase/db/types';
import { shortCommit, versionLabel } from '@basecase/ingest/model';
import { isSvg } from '@basecase/views/artifact';
import { sizeText, stopSentences, suspectLines } from '@basecase/views/regressions';
import { dayText } from '@basecase/views/text';
import { z } from 'zod';
import { blobs, database } from '../database';
import { shownOfRecord } from '../regressions/regression-permalink';
import { regressionTitle } from '../regressions/regression-schemas';
import { defineRoute, texts } from './operation';
import { runContent, runsFile, shownRunsFile } from './table-operations';
import { viewQueries } from './view-schemas';

/** No scripts, no forms, an opaque origin; nothing is loaded. Styles inside a picture are allowed. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Headers of a stored file. Whatever is in it, and whatever it is called: it is text, and a browser must not guess
 * otherwise. Only an SVG may be a picture, only when it is asked for, and only inside a frame; its sandbox takes
 * scripts away even where the frame would not.
 */
export function artifactHeaders(
  path: string,
  { as, destination }: { as: string | null; destination: string | null },
): Record<string, string> {
  const isPicture = as === 'svg' && isSvg(path) && (destination === null || destination === 'iframe');
  const name = path.split('/').at(-1) ?? '';
  return {
    'content-type': isPicture ? 'image/svg+xml' : 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename*=UTF-8''${encodeFilename(isPicture || name.endsWith('.txt') ? name : `${name}.txt`)}`,
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The bytes of an id never change, but an upload may be deleted.
    'cache-control': 'private, max-age=60',
  };
}

/** Half of a character, which no URL can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name.replace(LONE_SURROGATE, '\ufffd')).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
}

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
  entries: readonly RegressionEntry[];
}

/** Records as an Atom feed (RFC 4287). */
function drawFeed({ title, baseUrl, path, listPath, now, entries }: FeedInput): string {
  const updated = entries.map(updatedAt).sort().at(-1) ?? now;
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

function drawEntry(entry: RegressionEntry, baseUrl: string): string {
  const { slug, createdAt, product, server, workload } = entry;
  return `  <entry>
    <id>${permanentId(`record ${slug}`)}</id>
    <title>${escapeXml(feedTitle(entry))}</title>
    <published>${createdAt}</published>
    <updated>${updatedAt(entry)}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(`${baseUrl}/r/${slug}`)}"/>
    <category term="${escapeXml(product)}"/>
    <category term="${escapeXml(server.name)}"/>
    <summary type="text">${escapeXml(summaryOf(entry, `${server.name}, ${workload.label}`))}</summary>
  </entry>
`;
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
    return `On ${where}: ${words}${suspects} Verdict: ${verdict}.`;
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

function updatedAt({ changedAt, withdrawnAt }: RegressionEntry): string {
  return withdrawnAt !== null && withdrawnAt > changedAt ? withdrawnAt : changedAt;
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

/** The feed of the newest records: those that are alive and, so that readers hear of it, those that were withdrawn. */
async function loadFeed(
  db: Database,
  { product, server }: z.infer<typeof feedQuery>,
  baseUrl: string,
): Promise<string> {
  const filter = { product, server, sort: 'date', pageSize: ENTRIES, onlyNews: true } as const;
  const [alive, withdrawn] = await Promise.all([
    listRegressions(db, filter),
    listRegressions(db, { ...filter, state: 'withdrawn' }),
  ]);
  const entries = [...alive.regressions, ...withdrawn.regressions]
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, ENTRIES);
  const params = new URLSearchParams({ ...(product && { product }), ...(server && { server }) });
  const suffix = params.size > 0 ? `?${params}` : '';
  const name = entries.find((entry) => entry.server.slug === server)?.server.name ?? server;
  return drawFeed({
    title: `Regressions${product ? ` of ${product}` : ''}${name ? ` on ${name}` : ''}`,
    baseUrl,
    path: `/api/v1/regressions.atom${suffix}`,
    listPath: `/regressions${suffix}`,
    now: new Date().toISOString(),
    entries,
  });
}

const file = { 200: { description: 'A file to save.', content: runContent } };

export const exportRun = defineRoute({
  at: 'GET /api/v1/runs/{id}/results',
  summary: 'A run with every number that counts, corrections included, to be read again anywhere.',
  role: null,
  query: viewQueries.run,
  answers: file,
  async respond({ query: { format }, key }) {
    // The id that the run has, and a 404 for one that is not there.
    const { id, label } = await getRunPage(database(), key);
    return runsFile(format, loadRuns(database(), [wholeRun(id)]), label);
  },
});

export const exportRecord = defineRoute({
  at: 'GET /api/v1/regressions/{slug}/results',
  summary: 'The runs behind a record: its tests at the versions that its page shows.',
  role: null,
  query: viewQueries.run,
  answers: file,
  problems: { 400: 'SETTING_INVALID' },
  async respond({ query: { format }, key }) {
    const record = await getRegression(database(), key);
    return shownRunsFile(format, [shownOfRecord(record)], record.slug);
  },
});

export const readArtifact = defineRoute({
  at: 'GET /api/v1/artifacts/{id}',
  summary: 'The bytes of a stored file, served as text in a sandbox, whatever its content.',
  role: null,
  query: viewQueries.artifact,
  checks: 'own',
  answers: {
    200: { description: 'The file.', content: { ...texts('text/plain'), ...texts('image/svg+xml') } },
  },
  // The retention rule removed it.
  problems: { 410: 'FILES_REMOVED' },
  async respond({ key, search, request }) {
    const { artifact, content } = await openArtifact(database(), blobs(), key);
    const headers = artifactHeaders(artifact.path, {
      as: search.get('as'),
      destination: request.headers.get('sec-fetch-dest'),
    });
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  },
});

export const readFeed = defineRoute({
  at: 'GET /api/v1/regressions.atom',
  summary: 'Regressions as an Atom feed, newest first. Withdrawn ones stay, marked as withdrawn.',
  role: null,
  query: feedQuery,
  checks: 'names',
  answers: { 200: { description: 'RFC 4287.', content: texts('application/atom+xml') } },
  async respond({ query: { product }, search, baseUrl }) {
    const server = search.get('server') ?? undefined;
    const feed = await loadFeed(database(), { product: product || undefined, server }, baseUrl);
    return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
  },
});
