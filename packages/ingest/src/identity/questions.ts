import { addToGroup, groupBy } from '../assemble/add-to-group';
import { isCommit } from '../model/build';
import type { IdentityQuestion, QuestionPart } from '../model/identity';
import type { Measurement, NormalizedResult } from '../model/run';
import { testLabel } from '../model/test-label';
import type { Identified } from './identified';
import { type PathPart, partsOfPath } from './layouts/path-parts';

/** Values, files and parts of a question that are listed. */
const MAX_LISTED = 20;
const MAX_QUESTIONS = 20;

/**
 * What has to be asked about results that only words without a form keep apart: they may be repeats, versions or configs.
 * Cells with the same differences are one question, about the cell with the most results.
 */
export function askAbout(items: readonly Identified[]): IdentityQuestion[] {
  const cells = [...groupBy(items, cellWithoutWords).values()].filter(
    (cell) => new Set(cell.map(({ words }) => words)).size > 1,
  );
  const questions = new Map<string, IdentityQuestion>();
  for (const cell of cells.sort((a, b) => b.length - a.length)) {
    const question = askOf(cell);
    const key = JSON.stringify(question.parts.map(({ segment, suggestion }) => [segment, suggestion]));
    if (!questions.has(key) && questions.size < MAX_QUESTIONS) questions.set(key, question);
  }
  return [...questions.values()];
}

function cellWithoutWords({ part, result, variant, knownConfig }: Identified): string {
  const { benchmark, workload, server } = part;
  const { test, range, clients } = result;
  const known = { ...variant, config: knownConfig };
  return JSON.stringify([benchmark, known, workload, server?.name ?? null, test, range, clients]);
}

/** Question about the results of one cell, with their paths. */
export function askOf(
  cell: readonly {
    path: string;
    result: Pick<NormalizedResult, 'test' | 'range' | 'clients'> & {
      measurements: readonly Pick<Measurement, 'metric' | 'value' | 'unit'>[];
    };
  }[],
): IdentityQuestion {
  const [first] = cell;
  const { test = '', range = null, clients = null } = first?.result ?? {};
  const rates = cell.flatMap(({ result }) => rateOf(result) ?? []);
  const values = rates.map(({ value }) => value).sort((a, b) => a - b);
  return {
    text: `${cell.length} experiments share this cell. What distinguishes them?`,
    test: testLabel(test, range),
    unit: rates[0]?.unit ?? '',
    clients,
    count: cell.length,
    values: values.length <= MAX_LISTED ? values : spread(values),
    parts: differingParts(cell.map(({ path }) => path)),
    files: cell.slice(0, MAX_LISTED).map(({ path }) => path),
  };
}

/** Rates that a question shows, the first that there is: sysbench 0.4 and 0.5 have no throughput. */
const RATES = ['throughput', 'rw_requests_per_s', 'transactions_per_s'] as const;

function rateOf<T extends Pick<Measurement, 'metric' | 'value'>>({
  measurements,
}: {
  measurements: readonly T[];
}): T | undefined {
  for (const rate of RATES) {
    const found = measurements.find(({ metric, value }) => metric === rate && value > 0);
    if (found) return found;
  }
  return undefined;
}

/** The smallest, the largest, and those at equal steps between them. */
function spread(values: readonly number[]): number[] {
  const step = (values.length - 1) / (MAX_LISTED - 1);
  return Array.from({ length: MAX_LISTED }, (_, index) => values[Math.round(index * step)] ?? 0);
}

/** The parts that differ between paths: of each directory, counted from the file, the words that not all have. */
function differingParts(paths: readonly string[]): QuestionPart[] {
  const bySegment = new Map<number, PathPart[]>();
  for (const file of paths) {
    for (const part of partsOfPath(file)) {
      const segment = file.slice(part.end).split('/').length - 1;
      addToGroup(bySegment, segment, part);
    }
  }
  const found: QuestionPart[] = [];
  for (const [segment, parts] of bySegment) {
    const counts = groupBy(parts, ({ text }) => text);
    const differing = [...counts].filter(([, own]) => own.length < paths.length).map(([, [part]]) => part);
    const byKind = groupBy(
      differing.filter((part) => part !== undefined),
      suggestionFor,
    );
    for (const [suggestion, own] of byKind)
      found.push({ segment, values: own.slice(0, MAX_LISTED).map(({ text }) => text), suggestion });
  }
  return found.sort((a, b) => b.segment - a.segment);
}

/** The field of a layout that a part looks like. */
function suggestionFor({ kind, name, text }: PathPart): string {
  if (kind === null && isCommit(text) && /\d/.test(text) && /[a-f]/i.test(text)) return 'build';
  if (kind === 'config') return name === null ? 'config' : `config.${name}`;
  if (kind === 'literal') return '_';
  return kind === null || kind === 'test' || kind === 'machine' ? 'config' : kind;
}
