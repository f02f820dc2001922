import type { ScriptField, SummaryField } from './pgbench-log';

/** Prefixes of lines in pasted blocks: blanks, tabs, quotes of markdown. */
const PREFIX = String.raw`^[\t >]{0,40}`;
/** Nothing else follows at once: 12.5 is not a count. */
const COUNT = String.raw`(\d+)(?=[ /]|$)`;
const DECIMAL = String.raw`(\d+(?:\.\d+)?)`;

/** A line with numbers: its fields in the order of the groups of the pattern. */
export interface LineForm<Field extends string> {
  pattern: RegExp;
  fields: readonly Field[];
}

function form<Field extends string>(source: string, ...fields: readonly Field[]): LineForm<Field> {
  return { pattern: new RegExp(PREFIX + source), fields };
}

type CommonField = ScriptField & SummaryField;

/** Words that the top block and each script of several have. */
const COMMON: readonly (readonly [source: string, field: CommonField])[] = [
  [`number of failed transactions: ${COUNT}`, 'failed'],
  [`number of serialization failures: ${COUNT}`, 'serializationFailures'],
  [`number of deadlock failures: ${COUNT}`, 'deadlockFailures'],
  [`number of transactions retried: ${COUNT}`, 'retried'],
  [`total number of retries: ${COUNT}`, 'retries'],
  [`number of transactions skipped: ${COUNT}`, 'skipped'],
  [`latency average(?: =|:) ${DECIMAL} ms`, 'latencyAvgMs'],
  [`latency stddev(?: =|:) ${DECIMAL} ms`, 'latencyStddevMs'],
];

/**
 * Lines of the top block, 8.0 to 18, as printResults() of src/bin/pgbench/pgbench.c of PostgreSQL prints them.
 * docs/formats.md has a table of what is printed since when.
 */
const TOP: readonly LineForm<SummaryField>[] = [
  form(`scaling factor: ${COUNT}`, 'scale'),
  form(`partitions: ${COUNT}`, 'partitions'),
  form(`number of clients: ${COUNT}`, 'clients'),
  form(`number of threads: ${COUNT}`, 'threads'),
  form(`maximum number of tries: ${COUNT}`, 'maxTries'),
  form(`number of transactions per client: ${COUNT}`, 'transactionsPerClient'),
  form(`duration: ${COUNT} s`, 'durationS'),
  form(
    String.raw`number of (?:transactions actually processed|processed transactions): (\d+)\/(\d+)(?: |$)`,
    'processed',
    'target',
  ),
  form(
    String.raw`number of (?:transactions actually processed|processed transactions): (\d+)(?: |$)`,
    'processed',
  ),
  form(`number of transactions above the ${DECIMAL} ms latency limit: ${COUNT}`, 'latencyLimitMs', 'late'),
  form(String.raw`rate limit schedule lag: avg ${DECIMAL} \(max ${DECIMAL}\) ms`, 'lagAvgMs', 'lagMaxMs'),
  form(`initial connection time = ${DECIMAL} ms`, 'initialConnectionMs'),
  form(`average connection time = ${DECIMAL} ms`, 'averageConnectionMs'),
  form(String.raw`tps = ${DECIMAL} ?\(including connections establishing\)`, 'tpsIncluding'),
  form(
    String.raw`tps = ${DECIMAL} ?\((?:excluding connections establishing|without initial connection time)\)`,
    'tpsExcluding',
  ),
  form(String.raw`tps = ${DECIMAL} ?\(including reconnection times\)`, 'tpsReconnecting'),
  ...COMMON.map(([source, field]) => form<SummaryField>(source, field)),
];

/** Lines of one script of several, after a hyphen. */
const SCRIPT: readonly LineForm<ScriptField>[] = [
  form(`- weight(?: =|:) ${COUNT}`, 'weight'),
  form(String.raw`- (\d+) transactions \(.{0,60} of total, tps = (\d+(?:\.\d+)?)\)`, 'processed', 'tps'),
  ...COMMON.map(([source, field]) => form<ScriptField>(`- ${source}`, field)),
];

/** Every line of a summary that holds a number. */
export const SUMMARY_LINES: readonly RegExp[] = [...TOP, ...SCRIPT].map(({ pattern }) => pattern);

const TEXTS = {
  type: new RegExp(`${PREFIX}transaction type:(.*)$`),
  queryMode: new RegExp(`${PREFIX}query mode: ([a-z]{1,40})$`),
  partitionMethod: new RegExp(`${PREFIX}partition method: ([a-z]{1,40})$`),
  script: new RegExp(`${PREFIX}SQL script \\d{1,6}: ?(.*)$`),
} as const;

/** What follows `transaction type:`, `SQL script 2:`, ...; null for other lines. */
export function readText(text: string, name: keyof typeof TEXTS): string | null {
  const found = TEXTS[name].exec(text)?.[1];
  return found === undefined ? null : found.trim();
}

/** Numbers by field; null where the line is of no form. */
export type LineValues<Field extends string> = readonly (readonly [Field, number])[] | null;

export const readTopLine = (text: string) => readForms(text, TOP);
export const readScriptLine = (text: string) => readForms(text, SCRIPT);

function readForms<Field extends string>(text: string, forms: readonly LineForm<Field>[]): LineValues<Field> {
  for (const { pattern, fields } of forms) {
    const found = pattern.exec(text);
    if (found) return fields.map((field, index) => [field, Number(found[index + 1])] as const);
  }
  return null;
}
