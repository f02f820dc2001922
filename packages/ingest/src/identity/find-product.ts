import { nearest } from '../assemble/manifests';
import type { IdentityValue } from '../model/identity';
import type { Variant } from '../model/run';
import type { Identified, IdentityContext } from './identified';
import { type PathPart, partsBelow, partsOfPath } from './layouts/path-parts';
import { isReleaseOf, isSpokenBy, productOfWord } from './names/products';
import { fullPath } from './relate-results';
import { isSameVersion } from './words';

/** Product of results where nothing names one. */
export const UNKNOWN_PRODUCT = 'unknown';

interface Said {
  product: string | null;
  version: string | null;
  source: IdentityValue['source'];
  confidence: IdentityValue['confidence'];
  at: string | null;
}

/**
 * Product and version of a result: as its log says, else a file next to it, else the nearest name above it that has both,
 * else a name with the product, else names of directories above the upload. A directory name that is not a known product is
 * ignored: then both are unknown, and the version is called after the upload.
 */
export function findProduct(
  item: Identified,
  context: IdentityContext,
): { variant: Variant; identity: IdentityValue[] } {
  const { variant } = item;
  const inPath = ofPath(item, context.rootLabel);
  if (variant.versionKnown) {
    noteDisagreement(item, inPath[0], context);
    const isOfPath = inPath.some(
      ({ version }) => version !== null && isSameVersion(version, variant.version),
    );
    const source = isOfPath ? 'path' : 'content';
    return { variant, identity: valuesOf(variant, { source, confidence: 'sure', at: item.path }) };
  }
  // The assembler gives a name to what it does not know: product and version are then one text.
  const logged = variant.product === variant.version ? null : variant.product;
  const isOfLog = ({ product }: Said) => logged === null || product === null || isSpokenBy(logged, product);
  const candidates = [...ofFiles(item, context), ...inPath].filter(isOfLog);
  const versions = candidates.filter(({ version }) => version !== null);
  // `mysql-8.0-vs-mariadb-10.6/mysql/` is of MySQL 8.0.
  const named = versions.find(({ product }) => product === candidates[0]?.product) ?? versions[0];
  const found =
    named ??
    findAbove(item, context, { below: candidates[0]?.product ?? undefined, logged }) ??
    candidates[0];
  const product = found?.product ?? logged ?? driverOf(item) ?? UNKNOWN_PRODUCT;
  const version = found?.version ?? null;
  const settled: Variant = {
    product,
    version: version ?? context.rootLabel,
    versionKnown: version !== null,
    flavour: null,
    config: null,
  };
  if (found) return { variant: settled, identity: valuesOf(settled, found) };
  const confidence = logged === null ? 'unknown' : 'sure';
  return { variant: settled, identity: valuesOf(settled, { source: 'content', confidence, at: item.path }) };
}

function valuesOf(
  { product, version, versionKnown }: Variant,
  { source, confidence, at }: Pick<IdentityValue, 'source' | 'confidence' | 'at'>,
): IdentityValue[] {
  return [
    { field: 'product', value: product, source, confidence, at },
    { field: 'version', value: version, source, confidence: versionKnown ? confidence : 'unknown', at },
  ];
}

/** Products and versions in the path, nearest to the file first; the name of the upload last. */
function ofPath({ parts, above, path: file }: Identified, rootLabel: string): Said[] {
  if (above.length === 0) return readNames(parts, file);
  const from = rootLabel.length + 1;
  const below = parts.map((part) => ({ ...part, start: part.start + from, end: part.end + from }));
  return readNames([...above, ...below], `${rootLabel}/${file}`);
}

/**
 * What names of directories above the upload say: weak, so only about the product that is known below, or the only one that is
 * named, and a version only where no other one of that product is in sight. Without a version a directory says its product if
 * it has no other word.
 */
function findAbove(
  { place }: Identified,
  { above, rootLabel }: IdentityContext,
  { below, logged }: { below: string | undefined; logged: string | null },
): Said | undefined {
  if (above === '') return undefined;
  const file = fullPath(rootLabel, place);
  const text = `${above}/${file}`;
  const { above: higher, own } = partsBelow(above, file);
  const from = above.length + 1;
  const parts = [
    ...higher,
    ...own.map((part) => ({ ...part, start: part.start + from, end: part.end + from })),
  ];
  const named = new Set(parts.flatMap(({ kind, value }) => (kind === 'product' ? [value] : [])));
  const [only = null] = named.size === 1 ? named : [];
  const product = below ?? (only !== null && (logged === null || isSpokenBy(logged, only)) ? only : null);
  if (product === null) return undefined;
  const said = readNames(parts, text).filter((each) => each.product === product && each.version !== null);
  const isStray = ({ kind, confidence, text: written, value }: PathPart) =>
    kind !== 'date' && confidence === 'likely' && /^v?\d+\.\d/i.test(written) && isReleaseOf(product, value);
  const isCertain = new Set(said.map(({ version }) => version)).size === 1 && !higher.some(isStray);
  const weak = { source: 'above', confidence: 'likely' } as const;
  if (said[0] && isCertain) return { ...said[0], ...weak };
  const isWhole = ({ kind, start, end }: PathPart) =>
    kind === 'product' && /(?:^|\/)$/.test(text.slice(0, start)) && text[end] === '/';
  return below === undefined && higher.some(isWhole)
    ? { product, version: null, ...weak, at: higher.find(isWhole)?.text ?? null }
    : undefined;
}

function readNames(parts: readonly PathPart[], text: string): Said[] {
  const said: Said[] = [];
  const keyed = parts.find((part) => part.kind === 'version' && part.text.includes('='));
  for (const [index, part] of [...parts.entries()].reverse()) {
    const next = parts.slice(index + 1).find(({ kind }) => kind === 'product' || kind === 'version');
    const product = part.kind === 'product' ? part.value : productInside(part);
    if (product === null) continue;
    const isBoth = part.kind === 'product' && next?.kind === 'version' && next.confidence === 'sure';
    const at = text.slice(part.start, isBoth ? next.end : part.end);
    const confidence = part.kind === 'product' ? 'sure' : 'likely';
    const version = isBoth ? next.value : (keyed?.value ?? null);
    said.push({ product, version, source: 'path', confidence, at });
  }
  return said;
}

/** `mysql1` names MySQL, and a host of that name. */
function productInside({ kind, text }: PathPart): string | null {
  if (kind !== null) return null;
  const [, letters] = /^([a-z]{5,})\d+$/i.exec(text) ?? [];
  return letters === undefined ? null : productOfWord(letters);
}

/** Products and versions in files next to the log: as a server printed them, then settings such as `server: ps8`. */
function ofFiles({ part, settings }: Identified, { neighbours }: IdentityContext): Said[] {
  const said: Said[] = [];
  const printed = nearest(neighbours.versions, part.directory)?.value;
  if (printed) said.push({ ...printed, source: 'neighbour', confidence: 'sure', at: printed.file });
  for (const name of ['server', 'product', 'database', 'dbms', 'db']) {
    const value = settings.get(name);
    const [named] = value === undefined ? [] : readNames(partsOfPath(value), value);
    if (named) said.push({ ...named, source: 'neighbour', at: `${name}: ${value}` });
  }
  return said;
}

/** The driver of sysbench for PostgreSQL names it; the one for MySQL is that of its forks too. */
function driverOf({ result }: Identified): string | null {
  return /--db-driver=pgsql\b|--pgsql-[a-z]/.test(result.command ?? '') ? 'PostgreSQL' : null;
}

/** Reports a path that names another version of the product than the log. The log counts. */
export function noteDisagreement(
  { variant, path: file }: Pick<Identified, 'variant' | 'path'>,
  named: Pick<Said, 'product' | 'version' | 'at'> | undefined,
  { note }: Pick<IdentityContext, 'note'>,
): void {
  if (!named?.version || named.product !== variant.product || isSameVersion(named.version, variant.version))
    return;
  const message = `${named.at} in its path says ${named.product} ${named.version}, the log says ${variant.version}: the log counts`;
  note('VERSION_DISAGREES', file, message);
}
