import type { z } from 'zod';
import type { DetailsBuilder } from '../../files/details-builder';
import { MAX_RESULTS } from '../../limits';
import { JsonDocuments, type JsonValue } from '../json-documents';
import type { LogParser } from '../parser';
import { TOO_MANY_RESULTS } from './assemble/placed-rows';
import { RowStore } from './reading/row-store';
import type { ResultsLog } from './results-log';
import { headSchema, type ResultRow, type ResultsHead, resultSchema } from './schema/results-schema';

const IS_JSON = /^\s*\{/;
const MARK = /"basecaseResults"\s*:/;

/** `results.json` and NDJSON of the open format, under any name. */
export const resultsJson: LogParser = {
  kind: 'results-json',
  about: 'results of any tool in the open format of Basecase',
  isJson: true,
  score: ({ name, head, bytes }) => {
    if (!IS_JSON.test(head) || !MARK.test(bytes.toString('latin1'))) return 0;
    return /^results\.(?:nd)?json$/i.test(name) ? 1 : 0.95;
  },
  hasDetails: true,
  open(reporter, details) {
    const parts: { head: ResultsHead; rows: RowStore }[] = [];
    const chart = details ? new ResultsDetails(details) : null;
    /** Of the text that is open: its head stands anywhere in it. */
    let pending = new RowStore();
    let count = 0;
    /** A million results name a few tests: each name is held once. */
    const texts = new TextPool();

    const check = <Schema extends z.ZodType>(
      schema: Schema,
      { object, line, lines, pointer }: FoundObject,
      code: 'results-json:HEAD_INVALID' | 'results-json:ROW_INVALID',
    ): z.output<Schema> | null => {
      const parsed = schema.safeParse(object);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      const at = [pointer, ...(issue?.path ?? [])].join('/');
      const message = `${at === '' ? 'the head' : at}: ${issue?.message ?? 'not valid'}`;
      reporter.report(code, message, { line: lines.get(String(issue?.path[0])) ?? line });
      return null;
    };

    const addRow = (found: FoundObject, rows: RowStore) => {
      count += 1;
      if (count > MAX_RESULTS) {
        reporter.report('results-json:TOO_MANY', TOO_MANY_RESULTS, { line: found.line });
        return;
      }
      const row = check(resultSchema, found, 'results-json:ROW_INVALID');
      if (!row) return;
      chart?.add(row, found.line);
      const { series: _, attributes: __, ...kept } = row;
      kept.test = texts.take(row.test);
      kept.metric = texts.take(row.metric);
      if (row.unit !== undefined) kept.unit = texts.take(row.unit);
      rows.add({ ...kept, line: found.lines.get('value') ?? found.line });
    };

    /** A whole text: a head with its results, or one result of a stream. */
    const addDocument = (found: FoundObject) => {
      const rows = pending;
      pending = new RowStore();
      const isResult = found.object['test'] !== undefined && found.object['basecaseResults'] === undefined;
      const part = parts.at(-1);
      if (!isResult) {
        const head = check(headSchema, found, 'results-json:HEAD_INVALID');
        // Results after an unreadable head are not attributed to the previous head.
        parts.push({ head: head ?? UNREADABLE, rows: head ? rows : new RowStore() });
      } else if (part && part.head !== UNREADABLE) addRow(found, part.rows);
      else if (!part) {
        const message = 'a result before the head: expected a line with "basecaseResults" and "tool" first';
        reporter.report('results-json:HEAD_INVALID', message, { line: found.line });
      }
    };

    const reader = readResults(
      {
        head: addDocument,
        row: (found) => addRow(found, pending),
        broken: (line, bytes) =>
          reporter.unparsed('JSON: nothing of this text is read from here on', line, bytes),
      },
      { isWhole: details !== undefined },
    );
    return Object.assign(reader, {
      end(): ResultsLog | null {
        const message = `the JSON text ends in its middle: ${pending.length} results before the end are not read, for its head may be missing`;
        if (reader.isOpen) reporter.report('TRUNCATED_LOG', message, { line: reader.lastLine });
        const filled = parts.filter(({ rows }) => rows.length > 0);
        for (const { rows } of filled) rows.close();
        return filled.length === 0 ? null : { type: 'results-json', parts: filled };
      },
    });
  },
};

/** Stands for a head that could not be read, so that the results after it are left out. */
const UNREADABLE = { basecaseResults: 1, tool: 'unreadable' } as const;

/** Names of one file: more of them are not held twice either, but not found again. */
const MAX_TEXTS = 100_000;

/** Holds each of many equal texts once, and nothing of the longer text that it was cut out of. */
class TextPool {
  readonly #texts = new Map<string, string>();

  /** The same text, as it was held first. */
  take(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    // A part of a string keeps the whole of it in memory.
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    if (this.#texts.size < MAX_TEXTS) this.#texts.set(own, own);
    return own;
  }
}

/** A page shows so many; the file holds all. */
const MAX_SERIES = 200;
const MAX_POINTS = 200_000;

/** Series and attributes of the results of one file. */
class ResultsDetails {
  readonly #details: DetailsBuilder;
  #series = 0;
  #points = 0;

  constructor(details: DetailsBuilder) {
    this.#details = details;
  }

  add({ test, metric, unit = '', series = [], attributes = {}, repeat }: ResultRow, line: number): void {
    const of = repeat === undefined ? test : `${test}, repeat ${repeat}`;
    const isKept = this.#series < MAX_SERIES && this.#points + series.length <= MAX_POINTS;
    if (series.length > 0 && isKept) {
      this.#series += 1;
      this.#points += series.length;
      this.#details.finished.push({
        ...{ id: metric, label: metric, unit, of, seconds: series.map(([second]) => second) },
        ...{ values: series.map(([, value]) => value), lines: series.map(() => line) },
      });
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) continue;
      const number = typeof value === 'number' ? value : null;
      this.#details.facts.add({ group: of, name, value: String(value), number, line });
    }
  }
}

/** An object of a file, where it stands, and the line of each of its values. */
interface FoundObject {
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
function readResults(events: Events, { isWhole }: { isWhole: boolean }): JsonDocuments {
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
