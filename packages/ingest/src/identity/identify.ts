import path from 'node:path';
import { groupBy } from '../assemble/add-to-group';
import { nearest } from '../assemble/manifests';
import type { IdentityQuestion } from '../model/identity';
import type { NormalizedResult, Variant } from '../model/run';
import { testLabel } from '../model/test-label';
import type { RunPart } from '../parsers/family';
import { addConfig } from './add-config';
import { findProduct, noteDisagreement } from './find-product';
import type { Identified, IdentityContext } from './identified';
import { cellOf, keepApart, saysWhat } from './keep-apart';
import { type LayoutReading, readLayout, withLayout } from './layouts/apply-layout';
import type { Layout } from './layouts/layout-pattern';
import { type PathPart, partsBelow, partsOfPath } from './layouts/path-parts';
import { baseName } from './names/base-name';
import { hintedKind } from './names/file-name';
import { parseRunDirectory } from './names/run-directory';
import { askAbout } from './questions';
import { hasWord, withClientsApart } from './words';

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
  noteAbove(open, context);
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
    const parts = withClientsApart(reading.parts, reading.place, result.clients);
    const item = { ...base, ...reading, parts, result, path: file, identity: [] };
    const read = isNamed && !reading.layout ? item : identified(item, context);
    return reading.layout ? withLayout(read, reading.layout, areOneTest) : read;
  });
}

interface PathReading {
  place: string;
  parts: readonly PathPart[];
  above: readonly PathPart[];
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
  const { above, own } = isNamed && !read ? { above: [], own: [] } : partsBelow(context.rootLabel, place);
  return { place, parts: isNamed ? [] : own.filter(({ start }) => start >= from), above, layout: read };
}

/** The file of its throughput, else of its first number. */
function fileOf({ measurements }: NormalizedResult): string | null {
  const at = measurements.find(({ metric }) => metric === 'throughput') ?? measurements[0];
  return at?.file ?? null;
}

/** A file name that follows a convention has test, clients and date, and nothing else. */
function placeOf(file: string, hasOwnName: boolean): string {
  const name = baseName(file);
  const isOwn = hasOwnName && partsOfPath(name).some(({ kind }) => kind === 'date');
  return isOwn || hintedKind(name) !== null ? path.posix.dirname(file) : file;
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

/** A count in the name of the test, as `vu8`, is that of its row already. */
function clientsOf({ parts, result }: Pick<Identified, 'parts' | 'result'>): number | null {
  const named = parts.findLast(({ kind }) => kind === 'clients');
  return named && !hasWord(result.test, named.text) ? Number(named.value) : null;
}

/** Reports each product and version that only a directory above the upload names. */
function noteAbove(items: readonly Identified[], { note }: IdentityContext): void {
  const weak = items.filter(({ identity }) => identity.some(({ source }) => source === 'above'));
  for (const [what, [first]] of groupBy(weak, ({ variant }) => nameOfVariant(variant))) {
    const at = first?.identity.find(({ source }) => source === 'above')?.at;
    const message = `${what} is read from ${at}, the name of a directory above the upload: nothing in the upload says more`;
    note('NAMED_ABOVE', first?.path ?? null, message);
  }
}

function nameOfVariant({ product, version, versionKnown }: Variant): string {
  return versionKnown ? `${product} ${version}` : product;
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

/** True where the name of the test has the number of clients: all of them are rows of one run. */
function isRowOfClients({ test, clients }: NormalizedResult): boolean {
  return clients !== null && hasWord(test, `vu${clients}`);
}

/** The parts again, one for each variant and client count that their results turned out to have. */
function regroup(items: readonly Identified[], { rootLabel }: IdentityContext): RunPart[] {
  const groups = [...groupBy(items, ({ part }) => part).values()].flatMap((own) => [
    ...groupBy(own, ({ part, variant, result }) =>
      JSON.stringify([variant, part.workload.clients ?? (isRowOfClients(result) ? null : result.clients)]),
    ).values(),
  ]);
  return groups.flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { part, variant, result, isNamed, isLaidOut, identity } = first;
    const isOnlyName = part.label === path.posix.basename(part.directory);
    const clients = part.workload.clients ?? (isNamed || isRowOfClients(result) ? null : result.clients);
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
