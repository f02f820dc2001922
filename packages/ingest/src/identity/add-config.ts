import path from 'node:path';
import type { IdentityValue } from '../model/identity';
import type { Identified, IdentityContext } from './identified';
import { type PathPart, partsOfPath } from './layouts/path-parts';
import { configText, isExplained } from './words';

/**
 * Adds the settings in the path to the config, with words that have no form only where they vary between the
 * results of the upload, and settings in files next to the logs that vary.
 */
export function addConfig(
  items: readonly Identified[],
  { unknown, rootLabel, above }: IdentityContext,
): void {
  const varying = varyingWords(items);
  const settings = varyingSettings(items);
  const others = otherCounts(items);
  const swept = sweptPlaces(items);
  const higher = above === '' ? '' : configText(above, partsOfPath(`${above}/`), isSetting);
  for (const item of items) {
    const left = item.parts.filter(
      (part) =>
        !swept.has(placeIn(part, item)) &&
        (!isExplained(part, item) || (isCount(part) && others.has(placeIn(part, item)))),
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
    // Settings and the machine in the name of the upload: read alone, a directory has them as in its archive.
    const ofRoot = item.isLaidOut ? '' : configText(rootLabel, item.above, isSetting);
    const isOfAbove = !item.isLaidOut && item.identity.some(({ source }) => source === 'above');
    const ofAbove = isOfAbove ? higher : '';
    item.words = all === typed ? null : all;
    item.knownConfig = joined(said, ofAbove, ofRoot, typed, nextTo);
    item.variant = { ...item.variant, config: joined(said, ofAbove, ofRoot, all, nextTo) };
    const confidence = item.words === null ? 'likely' : 'unknown';
    const at = path.posix.dirname(item.path);
    const sources: IdentityValue[] = [
      { field: 'config', value: ofAbove, source: 'above', confidence: 'likely', at: above },
      { field: 'config', value: ofRoot, source: 'path', confidence: 'sure', at: rootLabel },
      { field: 'config', value: all, source: 'path', confidence, at: item.path },
      { field: 'config', value: nextTo, source: 'neighbour', confidence: 'sure', at },
    ];
    item.identity.push(...sources.filter(({ value }) => value !== ''));
  }
}

function isSetting({ kind }: PathPart): boolean {
  return kind === 'config' || kind === 'machine';
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

/**
 * Places of one word in any language with a count that is the clients of every result: `watki8` and `watki64`, `8c` and `64c`.
 * With one count alone it may be anything.
 */
function sweptPlaces(items: readonly Identified[]): Set<string> {
  const words = new Map<string, Set<string>>();
  const counts = new Map<string, Set<number>>();
  for (const item of items)
    for (const part of item.parts) {
      const [, before = '', count = '', after = ''] = /^(\D*)(\d{1,6})(\D*)$/.exec(part.text) ?? [];
      const isClients = part.kind === null && before + after !== '' && Number(count) === item.result.clients;
      const place = placeIn(part, item);
      const word = isClients ? `${before} ${after}` : `${part.text} `;
      words.set(place, (words.get(place) ?? new Set()).add(word));
      if (isClients) counts.set(place, (counts.get(place) ?? new Set()).add(Number(count)));
    }
  return new Set(
    [...counts].flatMap(([place, { size }]) => (size > 1 && words.get(place)?.size === 1 ? [place] : [])),
  );
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
