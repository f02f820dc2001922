import path from 'node:path';
import { groupBy } from '../assemble/add-to-group';
import { nearest, whatIsSaid } from '../assemble/manifests';
import { baseName } from '../layout/base-name';
import { hintedKind } from '../layout/file-name';
import { parseRunDirectory } from '../layout/run-directory';
import type { Manifest } from '../manifest/manifest';
import type { IdentityQuestion, IdentityValue } from '../model/identity';
import { roundOfPath } from '../model/rounds';
import type { NormalizedResult } from '../model/run';
import { testLabel } from '../model/test-label';
import type { RunPart } from '../parsers/family';
import { type LayoutReading, readLayout, withLayout } from './apply-layout';
import { findProduct, noteDisagreement } from './find-product';
import type { Identified, IdentityContext } from './identified';
import type { Layout } from './layout-pattern';
import { type PathPart, partsOfPath } from './path-parts';
import { askAbout } from './questions';

import { configText, isExplained } from './words';

/**
 * Decides what each result is a measurement of (product, version, config, clients), and which results are repeats. They are
 * repeats only if no known property differs and their names, dates, rounds or command lines speak for it; all others stay
 * apart, and the sender is asked.
 *
 * @param parts as the assemblers made them; tables and files that say themselves what they are stay as they are
 */
export function identify(
  parts: readonly RunPart[],
  context: IdentityContext,
): { parts: RunPart[]; questions: IdentityQuestion[] } {
  const [stated, read] = [parts.filter(saysItself), parts.filter((part) => !saysItself(part))];
  const items = read.flatMap((part) => itemsOf(part, context));
  const open = items.filter(({ isNamed, isLaidOut }) => !isNamed || isLaidOut);
  addConfig(open, context);
  const apart = context.unknown === 'repeats' ? [] : keepApart(items);
  const questions = context.unknown === 'repeats' ? [] : askAbout([...new Set([...open, ...apart])]);
  noteRepeats(open, context);
  return { parts: [...stated, ...regroup(items, context)], questions };
}

function saysItself({ isSummary, table, said }: RunPart): boolean {
  return isSummary === true || table !== undefined || said !== undefined;
}

function itemsOf(part: RunPart, context: IdentityContext): Identified[] {
  const { directory } = part;
  const found = nearest(context.manifests, directory);
  const manifest = found?.value ?? null;
  const name = directory === '.' ? context.rootLabel : path.posix.basename(directory);
  const named = parseRunDirectory(name);
  const isNamed = part.hasOwnNames === 'all' || named.conventional || named.variant.versionKnown;
  const base = {
    ...{
      part,
      manifest,
      variant: part.variant,
      isNamed,
      isLaidOut: false,
      words: null,
      knownConfig: part.variant.config,
    },
    settings: nearest(context.neighbours.settings, directory)?.value ?? new Map<string, string>(),
  };
  if (named.conventional && named.variant.versionKnown && part.variant.versionKnown)
    noteDisagreement({ variant: part.variant, path: directory }, { ...named.variant, at: name }, context);
  // basecase.json describes its directory: only names below it add to that.
  const from = found && saysWhat(found.value) && found.directory !== '.' ? found.directory.length : 0;
  const layout = context.layoutOf(manifest);
  const readings = new Map<string, PathReading>();
  const files = new Set(part.results.flatMap((result) => fileOf(result) ?? []));
  // A result without a number is of the only file there is, else of its directory.
  const [only = directory] = files.size === 1 ? files : [];
  const areOneTest = new Set(part.results.map(({ test }) => test)).size === 1;
  return part.results.map((result) => {
    const file = fileOf(result) ?? only;
    const reading = readings.get(file) ?? readPath(file, { part, isNamed, from, layout, context });
    readings.set(file, reading);
    const item = { ...base, ...reading, result, path: file, identity: [] };
    const read = isNamed && !reading.layout ? item : identified(item, context);
    return reading.layout ? withLayout(read, reading.layout, areOneTest) : read;
  });
}

interface PathReading {
  place: string;
  parts: readonly PathPart[];
  /** What the layout reads; null without one, or where the path has another form. */
  layout: LayoutReading | null;
}

function readPath(
  file: string,
  options: {
    part: RunPart;
    isNamed: boolean;
    /** Length of the directory whose name is known. */
    from: number;
    layout: Layout | null;
    context: IdentityContext;
  },
): PathReading {
  const { part, isNamed, from, layout, context } = options;
  const read = layout && (readLayout(layout, file) ?? readLayout(layout, `${context.rootLabel}/${file}`));
  if (layout && !read) context.onMismatch(file, layout);
  const place = placeOf(file, part.hasOwnNames === 'files');
  const parts = isNamed ? [] : partsOfPath(place).filter(({ start }) => start >= from);
  return { place, parts, layout: read };
}

function saysWhat({
  product,
  version,
  config,
  flavour,
  build,
  startedAt,
  campaign,
  workload,
}: Manifest): boolean {
  return [product, version, config, flavour, build, startedAt, campaign, workload].some(
    (value) => value !== undefined,
  );
}

/** The file of its throughput, else of its first number. */
function fileOf({ measurements }: NormalizedResult): string | null {
  const at = measurements.find(({ metric }) => metric === 'throughput') ?? measurements[0];
  return at?.file ?? null;
}

/** A file name that follows a convention has test and clients, and nothing else. */
function placeOf(file: string, hasOwnName: boolean): string {
  return hasOwnName || hintedKind(baseName(file)) !== null ? path.posix.dirname(file) : file;
}

function identified(item: Identified, context: IdentityContext): Identified {
  const { variant, identity } = findProduct(item, context);
  const clients = item.result.clients ?? clientsOf(item);
  return {
    ...item,
    variant,
    result: clients === item.result.clients ? item.result : { ...item.result, clients },
    identity,
  };
}

function clientsOf({ parts }: Pick<Identified, 'parts'>): number | null {
  const named = parts.findLast(({ kind }) => kind === 'clients');
  return named ? Number(named.value) : null;
}

/**
 * Adds the settings in the path to the config, with words that have no form only where they vary between the
 * results of the upload, and settings in files next to the logs that vary.
 */
function addConfig(items: readonly Identified[], { unknown, rootLabel }: IdentityContext): void {
  const varying = varyingWords(items);
  const settings = varyingSettings(items);
  const others = otherCounts(items);
  for (const item of items) {
    const left = item.parts.filter(
      (part) => !isExplained(part, item) || (isCount(part) && others.has(placeIn(part, item))),
    );
    const isKept = (part: PathPart) => part.kind === 'config' || varying.has(keyOf(part, item.path));
    const typed = configText(item.place, left, (part) => part.kind === 'config');
    const all = unknown === 'repeats' ? typed : configText(item.place, left, isKept);
    const named = new Set(left.map(({ name }) => name));
    const nextTo = [...item.settings]
      .filter(
        ([name]) => settings.has(name) && !named.has(name) && !item.variant.config?.includes(`${name}=`),
      )
      .filter(([, value]) => value !== String(item.result.clients))
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
    const said = item.manifest?.config ?? item.variant.config;
    const ofRoot = item.isLaidOut ? '' : configOfRoot(item.place, rootLabel);
    item.words = all === typed ? null : all;
    item.knownConfig = joined(said, ofRoot, typed, nextTo);
    item.variant = { ...item.variant, config: joined(said, ofRoot, all, nextTo) };
    const confidence = item.words === null ? 'likely' : 'unknown';
    const at = path.posix.dirname(item.path);
    const sources: IdentityValue[] = [
      { field: 'config', value: ofRoot, source: 'path', confidence: 'sure', at: rootLabel },
      { field: 'config', value: all, source: 'path', confidence, at: item.path },
      { field: 'config', value: nextTo, source: 'neighbour', confidence: 'sure', at },
    ];
    item.identity.push(...sources.filter(({ value }) => value !== ''));
  }
}

/** Settings in the name of the upload that name themselves: read alone, a directory has them as in its archive. */
function configOfRoot(place: string, rootLabel: string): string {
  if (place.startsWith(`${rootLabel}/`)) return '';
  const whole = `${rootLabel}/${place}`;
  const own = partsOfPath(whole).filter(({ end }) => end <= rootLabel.length);
  return configText(whole, own, ({ kind, name, confidence }) => {
    return kind === 'config' && (name !== null || confidence === 'sure');
  });
}

/** Each word once; null without any. */
function joined(...texts: (string | null)[]): string | null {
  const words = texts.flatMap((text) => text?.split(' ') ?? []).filter((word) => word !== '');
  return words.length === 0 ? null : [...new Set(words)].join(' ');
}

/** A number, which may be that of clients, runs, or anything else. */
function isCount({ kind, text }: PathPart): boolean {
  return kind === 'clients' || (kind === null && /^\d+$/.test(text));
}

/**
 * Places of numbers that are not the clients of every result: `1` in `aurora-1/thr1` is not those of the run, although it
 * is equal to them.
 */
function otherCounts(items: readonly Identified[]): Set<string> {
  const places = items.flatMap((item) =>
    item.parts.filter((part) => isCount(part) && !isExplained(part, item)).map((part) => placeIn(part, item)),
  );
  return new Set(places);
}

/** The directory of a part, counted from the file, and how many parts of it follow. */
function placeIn(part: PathPart, { parts, path: file }: Identified): string {
  const end = file.indexOf('/', part.end);
  const following = parts.filter(({ start }) => start >= part.end && (end < 0 || start < end));
  return `${file.slice(part.end).split('/').length} ${following.length}`;
}

/** The place of a part, counted from the file, so that it does not depend on the root. */
function keyOf(part: PathPart, file: string): string {
  return `${file.slice(part.end).split('/').length} ${part.text.toLowerCase()}`;
}

/** Words that some results have at their place and others have not. */
function varyingWords(items: readonly Identified[]): Set<string> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const own = new Set(item.parts.filter((part) => isWord(part)).map((part) => keyOf(part, item.path)));
    for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count < items.length).map(([key]) => key));
}

function isWord({ kind }: PathPart): boolean {
  return kind !== 'config' && kind !== 'literal' && kind !== 'repeat' && kind !== 'date';
}

function varyingSettings(items: readonly Identified[]): Set<string> {
  const values = new Map<string, Set<string>>();
  const names = new Set(items.flatMap(({ settings }) => [...settings.keys()]));
  for (const name of names) values.set(name, new Set(items.map(({ settings }) => settings.get(name) ?? '')));
  return new Set([...names].filter((name) => (values.get(name)?.size ?? 0) > 1));
}

/** All known properties of a result. Two results with one key are repeats, or must be distinguished. */
function cellOf({ part, result, variant, manifest }: Identified): string {
  const { benchmark, workload, server } = part;
  const { test, range, clients, unit } = result;
  return JSON.stringify([
    whatIsSaid(manifest),
    benchmark,
    variant,
    workload,
    server?.name ?? null,
    test,
    range,
    clients,
    unit,
  ]);
}

/**
 * Results of one cell without evidence that they are repeats get what differs in their paths as config.
 *
 * @returns those that were kept apart
 */
function keepApart(items: readonly Identified[]): Identified[] {
  const apart: Identified[] = [];
  for (const cell of groupBy(items, cellOf).values()) {
    if (cell.length < 2) continue;
    const experiments = [...groupBy(cell, experimentOf).values()];
    if (experiments.length < 2 || experiments.every(([first]) => isSameCommand(first, cell[0]))) continue;
    const differing = differingSegments(experiments.map(([first]) => first?.path ?? ''));
    experiments.forEach((own, index) => {
      const run = own[0]?.part.segmentOfLog;
      const said = [differing[index], run && `run ${run}`].filter(Boolean).join(' ');
      const isUnique = said !== '' && (run || differing.filter((other) => other === said).length === 1);
      const words = isUnique ? said : `${said} file ${index + 1}`.trim();
      for (const item of own) {
        item.words = [item.words, words].filter((word) => word !== null).join(' ');
        const config = item.variant.config === null ? words : `${item.variant.config} ${words}`;
        item.variant = { ...item.variant, config };
        item.identity.push({
          field: 'config',
          value: words,
          source: 'path',
          confidence: 'unknown',
          at: item.path,
        });
        apart.push(item);
      }
    });
  }
  return apart;
}

/** Equal for the repeats of one experiment: the path without what counts or dates them. Of named runs, that of their directory. */
function experimentOf({ place, parts, isNamed, isLaidOut, part, manifest }: Identified): string {
  if (isNamed && !isLaidOut)
    return manifest && saysWhat(manifest) ? JSON.stringify(manifest) : namedExperimentOf(part.directory);
  const counted = parts.filter(({ kind }) => kind === 'repeat' || kind === 'date');
  const uncounted = counted
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start).replace(/[-_.]+$/, '') + text.slice(end), place);
  return [uncounted, part.segmentOfLog].join('\n');
}

/** A directory that is named by the convention has said what it is; those above it, and all others, may say more. */
function namedExperimentOf(directory: string): string {
  const { conventional, variant } = parseRunDirectory(path.posix.basename(directory));
  const telling = conventional || variant.versionKnown ? path.posix.dirname(directory) : directory;
  if (telling === '.' || roundOfPath(directory) !== null) return '';
  return partsOfPath(telling)
    .filter(({ kind }) => kind !== 'repeat' && kind !== 'date' && kind !== 'literal')
    .map(({ text }) => text)
    .join(' ');
}

/** Equal command lines in one directory speak for repeats. */
function isSameCommand(a: Identified | undefined, b: Identified | undefined): boolean {
  if (!a || !b || a.result.command === null) return false;
  return a.result.command === b.result.command && path.posix.dirname(a.path) === path.posix.dirname(b.path);
}

/** Of each path the words that not all of them have, in their order. */
function differingSegments(paths: readonly string[]): string[] {
  const words = paths.map((file) => partsOfPath(file).map(({ text }) => text));
  const shared = new Set(words[0]?.filter((word) => words.every((own) => own.includes(word))));
  return words.map((own) => own.filter((word) => !shared.has(word)).join(' '));
}

/** Reports repeats within one directory, once for each cell. */
function noteRepeats(items: readonly Identified[], { note }: IdentityContext): void {
  const seen = new Set<string>();
  for (const item of items) {
    const key = `${path.posix.dirname(item.path)} ${cellOf(item)}`;
    const own = `${item.path} ${key}`;
    if (seen.has(key) && !seen.has(own) && item.part.benchmark === 'sysbench')
      note(
        'DUPLICATE_RESULT',
        item.path,
        `a second log of ${testLabel(item.result.test, item.result.range)}; kept as a repeat`,
      );
    seen.add(key).add(own);
  }
}

/** Name of a run: its path below the root, without directories that only count or date repeats. */
function nameOf(directory: string, rootLabel: string): string {
  const segments = directory.split('/').filter((segment) => {
    const parts = partsOfPath(segment);
    return parts.length === 0 || parts.some(({ kind }) => kind !== 'repeat' && kind !== 'date');
  });
  return segments.join('/').replace(/^\.$/, '') || rootLabel;
}

/** The parts again, one for each variant and client count that their results turned out to have. */
function regroup(items: readonly Identified[], { rootLabel }: IdentityContext): RunPart[] {
  const groups = [...groupBy(items, ({ part }) => part).values()].flatMap((own) => [
    ...groupBy(own, ({ part, variant, result }) =>
      JSON.stringify([variant, part.workload.clients ?? result.clients]),
    ).values(),
  ]);
  return groups.flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { part, variant, result, isNamed, isLaidOut, identity } = first;
    const isOnlyName = part.label === path.posix.basename(part.directory);
    const clients = part.workload.clients ?? (isNamed ? null : result.clients);
    return [
      {
        ...part,
        variant,
        label: isOnlyName ? nameOf(part.directory, rootLabel) : part.label,
        workload: clients === part.workload.clients ? part.workload : { ...part.workload, clients },
        ...(identity.length > 0 && { identity }),
        isIdentified: !isNamed || isLaidOut,
        results: own.map((item) => item.result),
      },
    ];
  });
}
