import type { LinePiece } from '../../files/line-blocks';
import { JsonDocuments, type JsonValue } from '../json-documents';

/** A scalar of the JSON, with its line. */
export interface FieldAt {
  value: JsonValue;
  line: number;
}
export type Fields = ReadonlyMap<string, FieldAt>;

/** What the JSON of one program says, in its order. */
export interface RowEvents {
  /** A scalar of `context`. */
  context(name: string, field: FieldAt): void;
  /** An element of `benchmarks`, when it is whole. */
  row(fields: Fields, line: number): void;
  broken(line: number, bytes: Buffer): void;
}

/** A benchmark has up to ten fields of the library's own, the rest are counters of its author. */
const MAX_FIELDS = 500;
/** Of an element of `benchmarks`: the list, its element, the field. */
const FIELD_DEPTH = 3;

/** Takes `context` and `benchmarks` out of JSON, holding one element at a time. */
export class RowReader {
  readonly #documents: JsonDocuments;
  #fields = new Map<string, FieldAt>();
  #line = 0;

  constructor(events: RowEvents) {
    this.#documents = new JsonDocuments({
      open: (path, line) => {
        if (!isRow(path)) return;
        this.#fields = new Map();
        this.#line = line;
      },
      close: (path) => {
        if (isRow(path)) events.row(this.#fields, this.#line);
      },
      value: (path, value, line) => {
        const [top, name, field] = path;
        if (top === 'context' && path.length === 2 && name !== undefined)
          events.context(name, { value, line });
        else if (top === 'benchmarks' && path.length === FIELD_DEPTH && field !== undefined) {
          if (this.#fields.size < MAX_FIELDS) this.#fields.set(field, { value, line });
        }
      },
      documentEnd: () => {},
      broken: (line, bytes) => events.broken(line, bytes),
    });
  }

  /** True while the JSON is not closed. */
  get isOpen(): boolean {
    return this.#documents.isOpen;
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#documents.piece(bytes, at);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#documents.line(bytes, start, end, lineNumber);
  }
}

/** The path of an element of `benchmarks`. */
function isRow(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'benchmarks';
}
