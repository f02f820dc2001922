import { type Build, isCommit } from '../../model/build';
import type { IdentityValue } from '../../model/identity';
import { toBuild } from '../../model/merge-build';
import type { NormalizedResult, Variant } from '../../model/run';
import type { Identified } from '../identified';
import { type Layout, type LayoutValue, matchLayout } from './layout-pattern';
import { type PathPart, partsOfPath } from './path-parts';

/** What a layout reads from the path of one file. */
export interface LayoutReading {
  values: readonly LayoutValue[];
  /** Parts that only count or date results, and those of directories above the layout, which it does not name. */
  parts: PathPart[];
}

/** Null where the path does not have the form of the layout. */
export function readLayout(layout: Layout, file: string): LayoutReading | null {
  const match = matchLayout(layout, file);
  if (!match) return null;
  const counted = match.values
    .filter(({ field }) => field === 'repeat' || field === 'date')
    .map(
      ({ start, end, value }): PathPart => ({
        ...{ start, end, value, text: file.slice(start, end) },
        ...{ kind: 'repeat', name: null, confidence: 'sure' },
      }),
    );
  const above = directoriesAbove(layout, file, match.values[0]?.start ?? 0);
  return {
    values: match.values,
    parts: [...partsOfPath(file).filter(({ end }) => end <= above), ...counted],
  };
}

/** Length of the directories that a layout says nothing of. */
function directoriesAbove({ segments }: Layout, file: string, first: number): number {
  const texts = file.split('/');
  const covered = segments.includes(null) ? file.slice(first).split('/').length : segments.length;
  return texts.slice(0, Math.max(0, texts.length - covered)).join('/').length;
}

/**
 * The result as the layout names it: what it does not name stays as it was read.
 *
 * @param areOneTest true where all results of the run are of one test, so that a name can be that of all
 */
export function withLayout(
  item: Identified,
  { values, parts }: LayoutReading,
  areOneTest: boolean,
): Identified {
  const one = (field: LayoutValue['field']) => values.find((value) => value.field === field)?.value ?? null;
  const [product, version, build] = [one('product'), one('version'), one('build')];
  const config = values
    .filter(({ field }) => field === 'config')
    .map(({ name, value }) => (name === null ? value : `${name}=${value}`));
  const variant: Variant = {
    ...item.variant,
    ...(product !== null && { product }),
    ...(version !== null && { version, versionKnown: true }),
    flavour: one('flavour') ?? item.variant.flavour,
    config: config.length > 0 ? config.join(' ') : null,
    ...(build !== null && { build: buildOf(build) }),
  };
  const server = one('server');
  return {
    ...item,
    ...{ variant, parts, place: item.path, isLaidOut: true },
    part: server !== null && !item.part.server ? { ...item.part, server: namedServer(server) } : item.part,
    result: withNames(item.result, { test: areOneTest ? one('test') : null, clients: one('clients') }),
    identity: [
      ...item.identity.filter(({ field }) => one(field as LayoutValue['field']) === null),
      ...values.flatMap(toIdentity(item.path)),
    ],
  };
}

/** A hash is a commit, digits are the number of a build. */
function buildOf(text: string): Build | null {
  if (isCommit(text) && /[a-f]/i.test(text)) return toBuild({ commit: text.toLowerCase() });
  return /^\d{1,9}$/.test(text) ? toBuild({ number: Number(text) }) : null;
}

function namedServer(name: string) {
  return { name, cores: null, cpu: null, memoryBytes: null, storage: null, os: null };
}

/** The log counts the clients that it says. */
function withNames(
  result: NormalizedResult,
  { test, clients }: { test: string | null; clients: string | null },
): NormalizedResult {
  return {
    ...result,
    test: test ?? result.test,
    clients: result.clients ?? (clients === null ? null : Number(clients)),
  };
}

function toIdentity(file: string) {
  return ({ field, name, value, start, end }: LayoutValue): IdentityValue[] => {
    if (field === '_' || field === 'date') return [];
    const text = name === null ? value : `${name}=${value}`;
    return [{ field, value: text, source: 'layout', confidence: 'sure', at: file.slice(start, end) }];
  };
}
