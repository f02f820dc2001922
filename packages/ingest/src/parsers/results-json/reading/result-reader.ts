import type { LinePiece } from '../../../files/line-blocks';
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
export class ResultReader {
  readonly #documents: JsonDocuments;
  readonly #events: Events;
  readonly #isWhole: boolean;
  #head: ObjectBuilder | null = null;
  #row: ObjectBuilder | null = null;
  #index = -1;

  constructor(events: Events, { isWhole = false }: { isWhole?: boolean } = {}) {
    this.#events = events;
    this.#isWhole = isWhole;
    this.#documents = new JsonDocuments({
      open: (path, line) => this.#open(path, line),
      value: (path, value, line) => this.#value(path, value, line),
      close: (path) => this.#close(path),
      documentEnd: () => this.#end(),
      broken: (line, bytes) => {
        this.#head = null;
        this.#row = null;
        events.broken(line, bytes);
      },
    });
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#documents.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#documents.piece(bytes, at);
  }

  /** True while a text is open: at the end of a file it was cut. */
  get isOpen(): boolean {
    return this.#documents.isOpen;
  }

  #open(path: readonly string[], line: number): void {
    if (path.length === 0) {
      this.#head = new ObjectBuilder(line);
      this.#index = -1;
    } else if (isRow(path)) {
      if (path.length === 2) {
        this.#index += 1;
        this.#row = new ObjectBuilder(line);
      } else if (this.#isWanted(path[2])) this.#row?.open(path.at(-1) ?? '');
    } else if (path[0] !== 'results' && this.#isWanted(path[0])) this.#head?.open(path.at(-1) ?? '');
  }

  #value(path: readonly string[], value: JsonValue, line: number): void {
    const key = path.at(-1) ?? '';
    if (isRow(path)) {
      if (path.length > 2 && this.#isWanted(path[2])) this.#row?.value(key, value, line);
    } else if (path[0] !== 'results' && this.#isWanted(path[0])) this.#head?.value(key, value, line);
  }

  #close(path: readonly string[]): void {
    if (path.length === 2 && isRow(path)) {
      if (this.#row) this.#events.row(found(this.#row, `/results/${this.#index}`));
      this.#row = null;
    } else if (isRow(path)) {
      if (this.#isWanted(path[2])) this.#row?.close();
    } else if (path.length > 0 && path[0] !== 'results' && this.#isWanted(path[0])) this.#head?.close();
  }

  #end(): void {
    if (this.#head) this.#events.head(found(this.#head, ''));
    this.#head = null;
  }

  #isWanted(key: string | undefined): boolean {
    return this.#isWhole || !HEAVY.has(key ?? '');
  }
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
