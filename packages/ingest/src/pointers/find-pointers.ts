import { peek, unpacked } from '../archive/byte-stream';
import { DEFAULT_LIMITS } from '../limits';
import { PARSERS } from '../parsers/parsers';
import { placesOf, type ShownPlace, showPlace } from './find-places';
import type { JsonPlace } from './json-unfolder';
import { type Bytes, readUnfolded, type UnfoldedNumber } from './read-unfolded';

/** Larger files are not read again for a pointer: all of their numbers would be held at once. */
export const MAX_POINTER_BYTES = 16 * 2 ** 20;

/** A stored file that can be read more than once. */
export interface StoredJson {
  /** Path within the upload. */
  file: string;
  open(): Promise<Bytes> | Bytes;
}

/** A stored number: what was read, and the lines that it was read from. */
export type WantedNumber = Omit<UnfoldedNumber, 'unit'>;

/** A number of a file with the value that it was read from. */
export interface PlacedNumber extends UnfoldedNumber, JsonPlace {
  /** Where the last value stands that it depends on; the same as `pointer` for a number that is one value. */
  pointerEnd: string;
}

const KINDS: ReadonlySet<string> = new Set(PARSERS.filter(({ isJson }) => isJson).map(({ kind }) => kind));

/** True for kinds of files whose numbers may be in JSON, where a line is not precise enough. */
export function mayBeJson(kind: string): boolean {
  return KINDS.has(kind);
}

/**
 * Which value of a JSON file a stored number was read from. The number itself keeps only its line, so the file is read again.
 *
 * @returns null where the number is not in JSON, or the current parser reads another one there; of several equal
 *   numbers on one line the one of the same test, version, config and repeat
 */
export async function findPointer(stored: StoredJson, wanted: WantedNumber): Promise<ShownPlace | null> {
  const found = (await readUnfolded(await plain(stored), stored.file)).filter(
    ({ metric, source, value }) =>
      metric === wanted.metric && source === wanted.source && value === wanted.value,
  );
  const places = await placesOf(
    await plain(stored),
    new Set(found.flatMap((each) => [each.line, each.lineEnd])),
  );
  const onLine = found.filter(
    ({ line, lineEnd }) =>
      places.get(line)?.line === wanted.line && places.get(lineEnd)?.line === wanted.lineEnd,
  );
  const ofTest = preferred(onLine, ({ test }) => test === wanted.test);
  const ofVersion = preferred(ofTest, ({ version }) => version === wanted.version);
  const ofConfig = preferred(ofVersion, ({ config }) => config === wanted.config);
  const [number] = preferred(ofConfig, ({ repeat }) => repeat === wanted.repeat);
  return number ? showPlace(await plain(stored), number.line) : null;
}

/** The file may be packed. */
async function plain({ open }: StoredJson): Promise<Bytes> {
  return unpacked(await peek(await open()), DEFAULT_LIMITS);
}

/** Those that it holds for, all when it holds for none. */
function preferred<Value>(all: readonly Value[], is: (value: Value) => boolean): readonly Value[] {
  const found = all.filter(is);
  return found.length > 0 ? found : all;
}

/** Every number of a JSON file with its pointer; numbers outside JSON are left out. */
export async function readPointers(stored: StoredJson): Promise<PlacedNumber[]> {
  const numbers = await readUnfolded(await plain(stored), stored.file);
  const wanted = new Set(numbers.flatMap(({ line, lineEnd }) => [line, lineEnd]));
  const places = await placesOf(await plain(stored), wanted);
  return numbers.flatMap((number) => {
    const [place, end] = [places.get(number.line), places.get(number.lineEnd)];
    if (!place || !end) return [];
    return [{ ...number, ...place, lineEnd: end.line, pointerEnd: end.pointer }];
  });
}
