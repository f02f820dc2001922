import type { LinePiece } from '../../../files/line-blocks';
import { JsonDocuments, type JsonValue } from '../../json-documents';

/** What an element of JMH's JSON array says. `path` is within the element and reused: `primaryMetric`, `score`. */
export interface ElementEvents {
  begin(line: number): void;
  value(path: readonly string[], value: JsonValue, line: number): void;
  /** A list or an object within the element is whole. */
  close?(path: readonly string[], line: number): void;
  end(): void;
  broken(line: number, bytes: Buffer): void;
}

/** Elements are in an array that is the whole text: `#` is its element. */
const isElement = (path: readonly string[]) => path.length === 1 && path[0] === '#';

/** Takes benchmarks out of JSON one after the other, and holds nothing of them. */
export class ElementReader {
  readonly #documents: JsonDocuments;

  constructor(events: ElementEvents) {
    this.#documents = new JsonDocuments({
      open: (path, line) => {
        if (isElement(path)) events.begin(line);
      },
      close: (path, line) => {
        if (isElement(path)) events.end();
        else if (path.length > 1 && path[0] === '#') events.close?.(path.slice(1), line);
      },
      value: (path, value, line) => {
        if (path.length > 1 && path[0] === '#') events.value(path.slice(1), value, line);
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
