import type { LinePiece } from '../../../files/line-blocks';
import { toDisplayText } from '../../../text/excerpt';
import { JsonPieces } from '../../json-pieces';
import type { FioEvents } from './events';
import { JsonReader } from './json-reader';
import { NormalReader } from './normal-reader';
import { TerseReader } from './terse-reader';

const [BRACE, DIGIT_3, DIGIT_5, SEMICOLON] = [123, 51, 53, 59];
/** Lines of normal output and messages are shorter; terse lines have about 1,500 characters. */
const MAX_NORMAL_BYTES = 2048;

/**
 * Tells the formats of a fio log apart, line by line: `--output-format=normal,terse,json` writes all into one file, for
 * each report the terse lines, then the JSON document, then the normal blocks.
 */
export class FioReader {
  readonly #json: JsonReader;
  readonly #terse: TerseReader;
  readonly #normal: NormalReader;
  readonly #events: FioEvents;
  readonly #pieces = new JsonPieces();
  /** The rest of a line in pieces is skipped. */
  #isSkipped = false;
  #isInLine = false;

  constructor(events: FioEvents) {
    this.#json = new JsonReader(events);
    this.#terse = new TerseReader(events);
    this.#normal = new NormalReader(events);
    this.#events = events;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    // A line that is no JSON ends a document that was cut, and may begin the next run.
    if (this.#json.isOpen && this.#json.line(bytes, start, end, lineNumber)) return;
    const first = bytes[start] ?? 0;
    if (first === BRACE) {
      this.#terse.flush();
      this.#normal.flush();
      this.#json.line(bytes, start, end, lineNumber);
    } else if (first >= DIGIT_3 && first <= DIGIT_5 && bytes[start + 1] === SEMICOLON) {
      this.#readTerse(bytes, start, end, lineNumber);
    } else if (end - start <= MAX_NORMAL_BYTES) {
      this.#terse.flush();
      this.#normal.line(bytes, start, end, lineNumber);
    }
  }

  /** A piece of a line over the limit. Only JSON is printed so: `--output-format=json` that was packed by another tool. */
  piece(bytes: Buffer, at: LinePiece): void {
    if (!this.#isInLine) this.#beginLong(bytes, at);
    if (!this.#isSkipped) this.#readPiece(bytes, at);
    this.#isInLine = !at.isLast;
    if (!at.isLast) return;
    this.#isSkipped = false;
    this.#pieces.clear();
  }

  #beginLong(bytes: Buffer, { start, end, lineNumber }: LinePiece): void {
    if (this.#json.isOpen) return;
    this.#terse.flush();
    this.#normal.flush();
    if (bytes[start] === BRACE) return;
    this.#isSkipped = true;
    this.#events.unparsed('JSON in a line of this length', lineNumber, bytes.subarray(start, end));
  }

  /** Up to where the JSON can be cut; the rest when more is there. */
  #readPiece(bytes: Buffer, { start, end, lineNumber, isLast }: LinePiece): void {
    const text = this.#pieces.take(bytes.subarray(start, end), isLast);
    if (text === null) {
      this.#events.unparsed('JSON without a text of more than 1 MiB', lineNumber, bytes.subarray(start, end));
      this.#json.flush();
      this.#isSkipped = true;
    } else if (text.length > 0) {
      this.#json.line(text, 0, text.length, lineNumber);
      // It was whole, or no JSON.
      this.#isSkipped = !this.#json.isOpen;
    }
  }

  #readTerse(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = toDisplayText(bytes.subarray(start, end));
    if (!TerseReader.isTerse(text)) {
      if (text.includes(';fio-')) {
        this.#events.unparsed('a job, its group and its error', lineNumber, bytes.subarray(start, end));
      }
      return;
    }
    this.#normal.flush();
    this.#terse.line(text, lineNumber, bytes.subarray(start, end));
  }

  /** The log is over. */
  end(): void {
    this.#normal.flush();
    this.#terse.flush();
    this.#json.flush();
  }
}
