import type { z } from 'zod';
import type { DetailsBuilder } from '../../files/details-builder';
import type { FileReporter } from '../../files/reporter';
import { MAX_RESULTS } from '../../limits';
import type { LogParser, ParseSession } from '../parser';
import { TOO_MANY_RESULTS } from './assemble/placed-rows';
import { type FoundObject, readResults } from './reading/result-reader';
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
  open: openResults,
};

/** Stands for a head that could not be read, so that the results after it are left out. */
const UNREADABLE = { basecaseResults: 1, tool: 'unreadable' } as const;

function openResults(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
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
}

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
