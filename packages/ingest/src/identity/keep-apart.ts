import path from 'node:path';
import { groupBy } from '../assemble/add-to-group';
import { whatIsSaid } from '../assemble/manifests';
import type { Manifest } from '../manifest/manifest';
import { roundOfPath } from '../model/rounds';
import type { Identified } from './identified';
import { partsOfPath } from './layouts/path-parts';
import { hintedKind } from './names/file-name';
import { parseRunDirectory } from './names/run-directory';

/**
 * Results of one cell without evidence that they are repeats get what differs in their paths as config.
 *
 * @returns those that were kept apart
 */
export function keepApart(items: readonly Identified[]): Identified[] {
  const apart: Identified[] = [];
  for (const cell of groupBy(items, cellOf).values()) {
    if (cell.length < 2) continue;
    const experiments = [...groupBy(cell, experimentOf).values()];
    if (experiments.length < 2 || experiments.every(([first]) => isSameCommand(first, cell[0]))) continue;
    const paths = experiments.map(([first]) => first?.path ?? '');
    const [differing, whole] = [differingWords(paths), differingSegments(paths)];
    experiments.forEach((own, index) => {
      const run = own[0]?.part.segmentOfLog;
      const [said, segments] = [differing, whole].map((texts) =>
        [texts[index], run && `run ${run}`].filter(Boolean).join(' '),
      );
      const isUnique = (text = '', texts: readonly string[]) =>
        text !== '' && (run || texts.filter((other) => other === text).length === 1);
      const telling = isUnique(said, differing) ? said : isUnique(segments, whole) ? segments : undefined;
      const words = telling ?? `${said} file ${index + 1}`.trim();
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
function experimentOf({ path: file, place, parts, isNamed, isLaidOut, part, manifest }: Identified): string {
  if (isNamed && !isLaidOut) {
    const said =
      manifest && saysWhat(manifest) ? JSON.stringify(manifest) : namedExperimentOf(part.directory);
    return [said, wordsOfFile(file, part.directory)].join('\n');
  }
  const counted = parts.filter(({ kind }) => kind === 'repeat' || kind === 'date');
  const uncounted = counted
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start).replace(/[-_.]+$/, '') + text.slice(end), place);
  return [uncounted, part.segmentOfLog].join('\n');
}

/** The words of a named run that tell it from another one of its name: of directories above it, and of its file. */
export function tellingWordsOfRun(file: string, directory: string): string {
  return `${namedExperimentOf(directory)} ${wordsOfFile(file, directory)}`.trim();
}

/** A directory that is named by the convention has said what it is; those above it, and all others, may say more. */
function namedExperimentOf(directory: string): string {
  const { conventional, variant } = parseRunDirectory(path.posix.basename(directory));
  const telling = conventional || variant.versionKnown ? path.posix.dirname(directory) : directory;
  if (telling === '.' || roundOfPath(directory) !== null) return '';
  return tellingWords(telling);
}

/** Its words without those that only count or date results. */
function tellingWords(text: string): string {
  return partsOfPath(text)
    .filter(({ kind }) => kind !== 'repeat' && kind !== 'date' && kind !== 'literal')
    .map((part) => part.text)
    .join(' ');
}

/** Words of a file name without a convention: `default` and `tuned` are two experiments. */
function wordsOfFile(file: string, directory: string): string {
  const name = path.posix.basename(file);
  if (file === directory || hintedKind(name) !== null) return '';
  return tellingWords(name);
}

/** Equal command lines in one directory speak for repeats. */
function isSameCommand(a: Identified | undefined, b: Identified | undefined): boolean {
  if (!a || !b || a.result.command === null) return false;
  return a.result.command === b.result.command && path.posix.dirname(a.path) === path.posix.dirname(b.path);
}

/** Of each path the words that not all of them have, in their order. */
function differingWords(paths: readonly string[]): string[] {
  return withoutShared(paths.map((file) => partsOfPath(file).map(({ text }) => text)));
}

/** The same of whole names: `jit+` and `jit-`, `a-b` and `b-a` have the same words. */
function differingSegments(paths: readonly string[]): string[] {
  return withoutShared(paths.map((file) => file.split('/').map((name) => name.replaceAll(/\s+/g, '_'))));
}

function withoutShared(texts: readonly (readonly string[])[]): string[] {
  const shared = new Set(texts[0]?.filter((text) => texts.every((own) => own.includes(text))));
  return texts.map((own) => own.filter((text) => !shared.has(text)).join(' '));
}

/** All known properties of a result. Two results with one key are repeats, or must be distinguished. */
export function cellOf({ part, result, variant, manifest }: Identified): string {
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

/** True for a basecase.json that names something of its runs. */
export function saysWhat({
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
