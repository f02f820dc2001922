import { JsonDocuments, type JsonValue } from '../../json-documents';

/** An object of a file, where it stands, and the line of each of its values. */
export interface FoundObject {
  object: { [key: string]: Built };
  line: number;
  lines: ReadonlyMap<string, number>;
  /** JSON Pointer within its text: `/results/12`; empty for a whole text. */
  pointer: string;
}

interface Events {
  /** Everything of a text but its results, when the text ends. */
  head(found: FoundObject): void;
  /** One element of `results`, before the head of its text. */
  row(found: FoundObject): void;
  broken(line: number, bytes: Buffer): void;
}

/** Long parts of a result that only its details need. */
const HEAVY: ReadonlySet<string> = new Set(['series', 'attributes']);

/**
 * Reads texts of the open format line by line: one JSON text with `results`, or NDJSON, a head and then a result on each
 * line. Holds one result at a time.
 *
 * @param isWhole false: series and attributes of results are left out
 */
export function readResults(events: Events, { isWhole }: { isWhole: boolean }): JsonDocuments {
  let head: ObjectBuilder | null = null;
  let row: ObjectBuilder | null = null;
  let index = -1;
  const isWanted = (key: string | undefined) => isWhole || !HEAVY.has(key ?? '');
  /** What a value within the text belongs to: the row that is open, else the head. Null where it is left out. */
  const ownerOf = (path: readonly string[]) => {
    if (isRow(path)) return path.length > 2 && isWanted(path[2]) ? row : null;
    return path[0] !== 'results' && isWanted(path[0]) ? head : null;
  };
  return new JsonDocuments({
    open: (path, line) => {
      if (path.length === 0) [head, index] = [new ObjectBuilder(line), -1];
      else if (path.length === 2 && isRow(path)) [row, index] = [new ObjectBuilder(line), index + 1];
      else ownerOf(path)?.open(path.at(-1) ?? '');
    },
    value: (path, value, line) => ownerOf(path)?.value(path.at(-1) ?? '', value, line),
    close: (path) => {
      if (path.length === 2 && isRow(path)) {
        if (row) events.row(found(row, `/results/${index}`));
        row = null;
      } else if (path.length > 0) ownerOf(path)?.close();
    },
    documentEnd: () => {
      if (head) events.head(found(head, ''));
      head = null;
    },
    broken: (line, bytes) => {
      [head, row] = [null, null];
      events.broken(line, bytes);
    },
  });
}

function isRow(path: readonly string[]): boolean {
  return path[0] === 'results' && path[1] === '#';
}

function found(builder: ObjectBuilder, pointer: string): FoundObject {
  return { object: builder.result, line: builder.line, lines: builder.lines, pointer };
}

/** A value of JSON as it was read; an empty object or array is left out. */
type Built = JsonValue | Built[] | { [key: string]: Built };

interface Open {
  key: string;
  object: { [key: string]: Built };
  array: Built[];
}

/**
 * Builds one object of the events of a scanner. Remembers the line of each direct value; deeper values have the line of
 * their parent.
 */
class ObjectBuilder {
  readonly line: number;
  readonly lines = new Map<string, number>();
  readonly #stack: Open[] = [{ key: '', object: Object.create(null), array: [] }];

  /** @param line where the object opens */
  constructor(line: number) {
    this.line = line;
  }

  open(key: string): void {
    this.#stack.push({ key, object: Object.create(null), array: [] });
  }

  value(key: string, value: JsonValue, line: number): void {
    if (this.#stack.length === 1) this.lines.set(key, line);
    this.#add(key, value);
  }

  close(): void {
    const closed = this.#stack.pop();
    if (!closed || this.#stack.length === 0) return;
    const isArray = closed.array.length > 0;
    if (isArray || Object.keys(closed.object).length > 0) {
      this.#add(closed.key, isArray ? closed.array : { ...closed.object });
    }
  }

  get result(): { [key: string]: Built } {
    return { ...this.#stack[0]?.object };
  }

  #add(key: string, value: Built): void {
    const parent = this.#stack.at(-1);
    if (key === '#') parent?.array.push(value);
    else if (parent) parent.object[key] = value;
  }
}
