import type { z } from 'zod';
import type { LinePiece } from '../../files/line-blocks';
import type { FileReporter } from '../../files/reporter';
import { MAX_RESULTS } from '../../limits';
import type { Fact, FileDetails, Series } from '../../model/details';
import type { DetailsSession, LogParser, ParseSession } from '../parser';
import { TOO_MANY_RESULTS } from './assemble/placed-rows';
import { type FoundObject, ResultReader } from './reading/result-reader';
import { RowStore } from './reading/row-store';
import type { ResultsLog } from './results-log';
import { headSchema, type ResultsHead, resultSchema } from './schema/results-schema';

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
  open: (reporter) => new ResultsSession(reporter),
  openDetails: () => new ResultsDetails(),
};

class ResultsSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #reader: ResultReader;
  readonly #parts: { head: ResultsHead; rows: RowStore }[] = [];
  /** Of the text that is open: its head stands anywhere in it. */
  #pending = new RowStore();
  #rows = 0;
  /** A million results name a few tests: each name is held once. */
  readonly #texts = new TextPool();
  #lastLine = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#reader = new ResultReader({
      head: (found) => this.#document(found),
      row: (found) => this.#row(found, this.#pending),
      broken: (line, bytes) =>
        reporter.report('LINE_UNPARSED', 'expected JSON: nothing of this text is read from here on', {
          line,
          bytes,
        }),
    });
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lastLine = lineNumber;
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#lastLine = at.lineNumber;
    this.#reader.piece(bytes, at);
  }

  end(): ResultsLog | null {
    if (this.#reader.isOpen) {
      const line = this.#lastLine;
      const lost = this.#pending.length;
      this.#reporter.report(
        'TRUNCATED_LOG',
        `the JSON text ends in its middle: ${lost} results before the end are not read, for its head may be missing`,
        { line },
      );
    }
    const parts = this.#parts.filter(({ rows }) => rows.length > 0);
    for (const { rows } of parts) rows.close();
    return parts.length === 0 ? null : { type: 'results-json', parts };
  }

  /** A whole text: a head with its results, or one result of a stream. */
  #document(found: FoundObject): void {
    const pending = this.#pending;
    this.#pending = new RowStore();
    const isResult = found.object['test'] !== undefined && found.object['basecaseResults'] === undefined;
    if (!isResult) {
      const head = this.#check(headSchema, found, 'results-json:HEAD_INVALID');
      // Results after an unreadable head are not attributed to the previous head.
      this.#parts.push({ head: head ?? UNREADABLE, rows: head ? pending : new RowStore() });
      return;
    }
    const part = this.#parts.at(-1);
    if (part && part.head !== UNREADABLE) this.#row(found, part.rows);
    else if (!part) {
      const message = 'a result before the head: expected a line with "basecaseResults" and "tool" first';
      this.#reporter.report('results-json:HEAD_INVALID', message, { line: found.line });
    }
  }

  #row(found: FoundObject, rows: RowStore): void {
    this.#rows += 1;
    if (this.#rows > MAX_RESULTS) {
      this.#reporter.report('results-json:TOO_MANY', TOO_MANY_RESULTS, { line: found.line });
      return;
    }
    const row = this.#check(resultSchema, found, 'results-json:ROW_INVALID');
    if (!row) return;
    row.test = this.#texts.take(row.test);
    row.metric = this.#texts.take(row.metric);
    if (row.unit !== undefined) row.unit = this.#texts.take(row.unit);
    rows.add({ ...row, line: found.lines.get('value') ?? found.line });
  }

  #check<Schema extends z.ZodType>(
    schema: Schema,
    { object, line, lines, pointer }: FoundObject,
    code: 'results-json:HEAD_INVALID' | 'results-json:ROW_INVALID',
  ): z.output<Schema> | null {
    const parsed = schema.safeParse(object);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const at = [pointer, ...(issue?.path ?? [])].join('/');
    const message = `${at === '' ? 'the head' : at}: ${issue?.message ?? 'not valid'}`;
    this.#reporter.report(code, message, { line: lines.get(String(issue?.path[0])) ?? line });
    return null;
  }
}

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
const MAX_FACTS = 5000;

/** Series and attributes of the results of one file. */
class ResultsDetails implements DetailsSession {
  readonly #series: Series[] = [];
  readonly #facts: Fact[] = [];
  #points = 0;
  readonly #reader = new ResultReader(
    { row: (found) => this.#row(found), head: (found) => this.#row(found), broken: () => undefined },
    { isWhole: true },
  );

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#reader.piece(bytes, at);
  }

  end(): FileDetails {
    return { series: this.#series, histograms: [], facts: this.#facts };
  }

  #row({ object, line }: FoundObject): void {
    const parsed = resultSchema.safeParse(object);
    if (!parsed.success) return;
    const { test, metric, unit = '', series = [], attributes = {}, repeat } = parsed.data;
    const of = repeat === undefined ? test : `${test}, repeat ${repeat}`;
    const isKept = this.#series.length < MAX_SERIES && this.#points + series.length <= MAX_POINTS;
    if (series.length > 0 && isKept) {
      this.#points += series.length;
      this.#series.push({
        id: metric,
        label: metric,
        unit,
        of,
        seconds: series.map(([second]) => second),
        values: series.map(([, value]) => value),
        lines: series.map(() => line),
      });
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || this.#facts.length >= MAX_FACTS) continue;
      const number = typeof value === 'number' ? value : null;
      this.#facts.push({ group: of, name, value: String(value), number, unit: null, line });
    }
  }
}
