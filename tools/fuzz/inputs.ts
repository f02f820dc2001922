import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../bootstrap/paths.mjs';
import { hostileArchive, type NamedLog, plainArchive } from './hostile-archive';
import { hostileManifest } from './hostile-manifest';
import { mutateLog } from './mutate-log';
import { randomOf } from './random';

/** Larger logs of the corpus say nothing that smaller ones do not, and make fewer inputs a minute. */
const MAX_SOURCE_BYTES = 400_000;

export const KINDS = ['logs', 'archives', 'manifests'] as const;
export type Kind = (typeof KINDS)[number];

/** Real logs to start from: the fixtures of the project, and those of the corpus when there is one. */
export function listSources(corpus: string | undefined): NamedLog[] {
  const parsers = fromRoot('packages/ingest/src/parsers');
  const fixtures = filesBelow(parsers).filter((file) => path.basename(path.dirname(file)) === 'fixtures');
  const real = corpus && existsSync(corpus) ? filesBelow(corpus) : [];
  return [...fixtures, ...real]
    .filter((file) => !/\.tsv$/.test(file) || fixtures.includes(file))
    .filter((file) => statSync(file).size <= MAX_SOURCE_BYTES)
    .map((file) => ({ name: path.basename(file), bytes: readFileSync(file) }));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The input of this number: the same whenever seed, kind and sources are. */
export function makeInput(
  kind: Kind,
  at: { seed: number; index: number },
  sources: readonly NamedLog[],
): NamedLog {
  const random = randomOf(
    Math.imul(at.seed, 1_000_003) ^ Math.imul(at.index + 1, 7919) ^ KINDS.indexOf(kind),
  );
  if (kind === 'archives') return hostileArchive(sources, random);
  const log = random.pick(sources);
  if (kind === 'manifests') {
    const manifest = { name: 'basecase.json', bytes: Buffer.from(hostileManifest(random)) };
    return plainArchive([manifest, log], random);
  }
  return { name: log.name, bytes: mutateLog(log.bytes, random.pick(sources).bytes, random) };
}
