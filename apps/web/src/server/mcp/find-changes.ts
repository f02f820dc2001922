import { type EventFilter, eventFilter } from '@basecase/contract/event';
import { NotFoundError } from '@basecase/db/errors';
import { getEvent, listEvents, nearestEvents } from '@basecase/db/regressions/events/list-events';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { nearestRecords } from '@basecase/db/regressions/stored-record';
import type { EventView, HeatmapEntry, RegressionPage } from '@basecase/db/types';
import { versionLabel, withNearest } from '@basecase/ingest/model';
import {
  compareUrl,
  mainBand,
  namedColumns,
  settledState,
  toBandedSelection,
  toColumnSet,
  toHeatmapData,
  viewConfounders,
} from '@basecase/views/compare';
import { recordLink } from '@basecase/views/link';
import {
  type ChangeClass,
  type ClassifiedChange,
  classifyChange,
  eventHref,
  eventSentence,
  STATE_LABELS,
} from '@basecase/views/regressions';
import { countText, sharedNameText } from '@basecase/views/text';
import type { ConfoundersModel } from '@basecase/views/verdict';
import { serverCaller } from '../root';
import {
  type Asking,
  addressOf,
  commitOf,
  isSame,
  isVersion,
  MOST_NAMED,
  noPlace,
  type PlaceAsked,
  placesOf,
  placeText,
  ratioText,
  releasesOf,
} from './measured';

/** Events of one answer: what people read of a list. */
const MOST_EVENTS = 8;

export interface ChangesAsked extends PlaceAsked {
  version?: string | undefined;
  test?: string | undefined;
  kind?: EventFilter['kind'] | undefined;
  state?: EventFilter['state'] | undefined;
}

/** What regressed or improved: events with their class, the largest change first, and where nothing was found what was measured. */
export async function findChanges(asking: Asking, asked: ChangesAsked): Promise<string> {
  const places = await placesOf(asked);
  if (places.length === 0) return noPlace(asked);
  const servers = [...new Set(places.map(({ server }) => server.slug))];
  const narrow = asked.server !== undefined || asked.cores !== undefined;
  const product = places
    .flatMap(({ products }) => products)
    .find((name) => asked.product !== undefined && isSame(name, asked.product));
  const { version, test = '' } = asked;
  const commit = version === undefined ? null : commitOf(version);
  const lists = await Promise.all(
    (narrow ? servers : [undefined]).map((server) =>
      listEvents(
        asking.db,
        eventFilter.parse({
          ...{ product, server, search: commit === null ? test : `${test} ${commit}`.trim() },
          ...(commit === null && { since: version }),
          ...{ kind: asked.kind ?? 'regression', state: asked.state ?? 'open', sort: 'size' },
        }),
      ),
    ),
  );
  const events = [
    ...new Map(
      lists
        .flatMap(({ events }) => events)
        .filter(({ firstBad }) => commit === null || commitOf(firstBad)?.startsWith(commit))
        .map((each) => [each.slug, each]),
    ).values(),
  ];
  if (events.length === 0) return nothingFound(asking, asked, places);
  const texts = await Promise.all(events.slice(0, MOST_EVENTS).map((event) => eventLine(asking, event)));
  const total = narrow || commit !== null ? events.length : (lists[0]?.total ?? 0);
  return [
    `${countText(total, 'event')} (one event is one version or commit, on all servers that show it):`,
    ...texts,
    total > MOST_EVENTS ? `${total - MOST_EVENTS} more: ${asking.baseUrl}/regressions` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Whether a change is real, with its evidence, its runs, and what would settle it. */
export async function explainChange(asking: Asking, { slug }: { slug: string }): Promise<string> {
  const record = await getRegression(asking.db, slug).catch(ignoreMissing);
  if (record) return recordText(asking, record);
  const event = await getEvent(asking.db, slug).catch(ignoreMissing);
  if (!event) {
    const text = `No event or record has the slug "${slug}": find_changes lists them`;
    throw new NotFoundError(
      withNearest(text, slug, [
        ...(await nearestEvents(asking.db, slug)),
        ...(await nearestRecords(asking.db.pool, slug)),
      ]),
    );
  }
  const tests = event.places.flatMap(({ server, largest }) =>
    largest.map((each) => ({ ...each, server: server.name })),
  );
  const [first] = tests;
  const lines = tests.slice(0, MOST_NAMED).map(({ slug: own, test, ratio, level, server }) => {
    const change = ratio === null ? 'stopped working' : ratioText(ratio);
    return `- ${test} on ${server}: ${change}, ${level}: ${asking.baseUrl}/r/${own}`;
  });
  return [
    await eventLine(asking, event),
    `Tests, first bad / last good, the largest change first:`,
    ...lines,
    tests.length > MOST_NAMED ? `- ${countText(tests.length - MOST_NAMED, 'more test')} on its page` : '',
    first
      ? `\nThe largest change:\n${await recordText(asking, await getRegression(asking.db, first.slug))}`
      : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** No event: the reader wants to know whether the version was measured at all. */
async function nothingFound(asking: Asking, asked: ChangesAsked, places: HeatmapEntry[]): Promise<string> {
  const { version, kind = 'regression', state = 'open' } = asked;
  const none = `No ${state === 'all' ? '' : `${state} `}${kind} was found.`;
  if (version === undefined) return none;
  if (commitOf(version) !== null)
    return `${none} No event begins at ${version}; compare_versions has the address of its numbers.`;
  const releases = await releasesOf(asking, places, asked.product);
  const where = releases.filter(({ columns }) => columns.some((each) => isVersion(each.version, version)));
  if (where.length === 0) {
    const text = `${none} ${version} was not measured there, so nothing is known of it.`;
    const versions = releases.flatMap(({ columns }) => columns.map((each) => versionLabel(each.version)));
    return withNearest(text, version, versions);
  }
  const list = where
    .slice(0, MOST_NAMED)
    .map(({ place }) => `- ${placeText(place)}: ${addressOf(asking, place)}`);
  return [`${none} ${version} was measured in ${countText(where.length, 'workload')}:`, ...list].join('\n');
}

async function eventLine({ db, baseUrl }: Asking, event: EventView): Promise<string> {
  const [largest] = event.places.flatMap((place) => place.largest);
  const page = largest && (await getRegression(db, largest.slug).catch(ignoreMissing));
  const known = page ? `${classText(await classOf(page))} ` : '';
  const state =
    event.state === 'new'
      ? ''
      : `State: ${event.state === 'withdrawn' ? 'withdrawn' : STATE_LABELS[event.state].toLowerCase()}. `;
  return `- ${eventSentence(event)}. ${state}${known}${baseUrl}${eventHref(event.slug)} (slug ${event.slug})`;
}

const CLASS_WORDS: Readonly<Record<ChangeClass, string>> = {
  real: 'real, of the product',
  noise: 'noise, not confirmed',
  method: 'method, it was not measured in the same way',
  machine: 'machine, the machine changed with it',
};

function classText({ class: own, reasons }: ClassifiedChange): string {
  return `Class: ${CLASS_WORDS[own]}. ${reasons[0] ?? ''}`;
}

async function classOf(page: RegressionPage): Promise<ClassifiedChange> {
  return classifyChange(page, await setupOf(page));
}

/** What the two versions of a record ran with besides themselves, in the words of the compare page. */
async function setupOf({
  server,
  workload,
  firstBad,
  lastGood,
}: RegressionPage): Promise<ConfoundersModel | null> {
  const heatmap = { server: server.slug, workload: workload.slug };
  const asked = {
    ...compareUrl.defaults,
    ...heatmap,
    base: lastGood.column,
    cols: [lastGood.column, firstBad.column],
  };
  const { compare } = serverCaller();
  const [view, setups] = await Promise.all([
    compare.view({ ...heatmap, warmups: false, nights: namedColumns(asked) }),
    compare.setups(heatmap),
  ]);
  const data = toHeatmapData(view, { noise: null, setups });
  const state = settledState(data, asked);
  const selection = mainBand(toBandedSelection(toColumnSet(data, state), state));
  const own = selection.columns.findIndex(({ slug }) => slug === firstBad.column);
  return own < 0 ? null : viewConfounders(selection, [own]);
}

async function recordText({ baseUrl }: Asking, page: RegressionPage): Promise<string> {
  const { judged, evidence, explanation, sources, repeats, nights, slug } = page;
  const card = recordLink(page);
  const known = await classOf(page);
  const runs = [
    ...new Map(
      [
        ...sources.flatMap((source) => source.runs),
        ...repeats.map((each) => ({ ...each, id: each.runId })),
      ].map(({ id, version }) => [id, version]),
    ),
  ];
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [title, ...texts.map((text) => `- ${text}`)];
  return [
    `${card.sentence}${card.more === '' ? '' : ` ${card.more}`} ${baseUrl}/r/${slug}`,
    classText(known),
    card.certainty
      ? `Certainty: ${[card.certainty.word, card.certainty.text].filter(Boolean).join('; ')}.`
      : '',
    [`Where: ${card.facts.where}. ${card.facts.what}`, sharedNameText(page.server)].filter(Boolean).join(' '),
    explanation ? `Hardware: ${explanation}` : 'Hardware: no metric explains it.',
    ...list(
      'Evidence:',
      evidence.map(({ kind, title, text }) => `${kind}: ${title}. ${text}`),
    ),
    ...list('Differs besides the version, or changed near it:', known.caveats),
    nights?.suspects.href ? `Suspected commits: ${nights.suspects.href}` : '',
    `To settle it: ${settleText(known, judged.settleSentence)}`,
    ...list(
      'Runs:',
      runs
        .slice(0, MOST_NAMED)
        .map(([id, version]) => `run ${id}, ${versionLabel(version)}: ${baseUrl}/runs/${id}`),
    ),
    runs.length > MOST_NAMED ? `- ${countText(runs.length - MOST_NAMED, 'more run')} on its page` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

const SETTLE: Readonly<Record<ChangeClass, string>> = {
  real: 'nothing more is needed.',
  noise: 'run both versions again.',
  method: 'run both versions again in the same way.',
  machine: 'record both versions again on the machine as it is now, in rounds.',
};

function settleText({ class: own }: ClassifiedChange, sentence: string): string {
  return own === 'real' || own === 'noise' ? sentence || SETTLE[own] : SETTLE[own];
}

function ignoreMissing(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
