import { reportDisagreements } from '../../../checks/disagreements';
import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { toFinite } from '../../../text/finite';
import type { ParseSession } from '../../parser';
import { OPERATIONS, type Operation } from '../client/iibench-log';
import { stepRelations } from '../relations';
import type { Normalized, StepReport, StepTotals } from './step-report-log';
import { parseResponseTimes, toHistogram } from './summary-lines';

export const TOTALS =
  /^(\d{1,7}) processes, (\d{1,15}) rows-per-process, (\d{1,12}) seconds, ([\d.]{1,20}) rows-per-second, ([\d.]{1,20}) rows-per-second-per-user, (\d{1,15}) queries, ([\d.]{1,20}) queries-per-second, (no|\d) deletes$/;
const SECTION = /^(?:iostat, vmstat normalized by (?:(insert|query) rate$)?|average values from iostat )/;
/** `50th, 16 / 31 = 100 insert, 100 delete, 9948 query`; without deletes in reports before 2023. */
const PERCENTILE = /^(\d\d)th, (\d{1,9}) \/ (\d{1,9}) = (\S{1,20} \w{1,10}(?:, \S{1,20} \w{1,10}){0,2})$/;
/** `postgres  7051  0.2  0.1 356404 39356 ?        Ss   21:00   0:00 postgres: ...` of ps aux. */
const PROCESS =
  /^\S{1,64} +\d{1,10} +[\d.]{1,8} +[\d.]{1,8} +\d{1,15} +(\d{1,15}) +\S+ +[A-Za-z<]\S* +\S+ +\d+:\d\d /;
/** The same with something else where a number should be. */
const PROCESS_FORM = /^\S{1,64} +\S{1,40} .{1,200} \S{0,40}:\S{0,40} \S/;
/** Printed by the scripts where the divisor is missing. */
const NO_NUMBER = /^-?(?:NA|inf|nan)(?: |$)/;
const SIZE = /^(dbGB|dbdirGB)\t([\d.]{1,20})(?:\t|$)/;
const SLOWEST = /^Max (insert|delete|query)$/;
const MAX_LINE = 4000;

const CPU_SECONDS = /^client: ([\d.]{1,20}) user, ([\d.]{1,20}) system, /;
const MAX_HISTOGRAMS = 300;

/**
 * Reads `o.res.dop<N>`, section by section. For charts: response times and percentiles of each client, means of iostat and
 * vmstat, the step's totals.
 */
export function openStepReport(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const report: StepReport = {
    ...{ type: 'iibench-report', totals: null, byInsert: new Map(), byQuery: new Map() },
    ...{ databaseGib: null, directoryGib: null, rssKib: null, slowest: {}, p50: {}, p99: {} },
  };
  let means: Normalized | null = null;
  let section: string | null = null;
  let header: string[] | null = null;
  /** Operation whose largest response times follow, a line for each client. */
  let slowest: Operation | null = null;
  const clients: Partial<Record<Operation, number>> = {};
  /** Client that the percentiles belong to: each begins with its 50th. */
  let client = 0;

  const addFact = (group: string | null, name: string, number: number, line: number) => {
    if (Number.isFinite(number)) details?.facts.add({ group, name, value: String(number), number, line });
  };
  const unreadable = (text: string, line: number) => reporter.unreadable(line, Buffer.from(text, 'latin1'));

  const readTotals = (text: string, bytes: Buffer) => {
    const totals = parseStepTotals(text);
    if (!totals)
      return reporter.unparsed('`<n> processes, <n> rows-per-process, <n> seconds, ...`', 1, bytes);
    report.totals = totals;
    reportDisagreements(stepRelations(totals), reporter);
    const { processes, rowsPerProcess, seconds, rowsPerS, queries, queriesPerS } = totals;
    const named = { processes, 'rows per process': rowsPerProcess, seconds, 'rows/s': rowsPerS };
    for (const [name, number] of Object.entries({ ...named, queries, 'queries/s': queriesPerS }))
      addFact(null, name, number, 1);
  };

  /** The row below a header. Columns `r/s rkB/s ...` are not the means of the section. */
  const readMeans = (names: readonly string[], text: string, line: number) => {
    const isNormalized = names[0] === 'nsamp';
    for (const [index, cell] of text.split('\t').entries()) {
      const value = toFinite(cell);
      const name = names[index];
      if (name !== undefined && value !== null) addFact(section, name, value, line);
      if (!isNormalized) continue;
      // `nsamp` is printed twice: samples of iostat, then of vmstat.
      const key = name === 'nsamp' && names.includes('cs/s') ? 'nsamp vmstat' : name;
      if (value === null && !NO_NUMBER.test(cell)) unreadable(text, line);
      if (key !== undefined && value !== null) means?.set(key, { value, line });
    }
  };

  const readSlowest = (operation: Operation, text: string, line: number) => {
    const value = toFinite(text);
    if (value === null) unreadable(text, line);
    const known = report.slowest[operation];
    if (value !== null && (!known || value > known.value)) report.slowest[operation] = { value, line };
  };

  const readOther = (text: string, line: number) => {
    const times = details && parseResponseTimes(text, line);
    const cpu = CPU_SECONDS.exec(text);
    if (times && details.histograms.length < MAX_HISTOGRAMS) {
      const number = (clients[times.operation] ?? 0) + 1;
      clients[times.operation] = number;
      details.histograms.push(toHistogram(times, `client ${number}`));
    } else if (cpu) {
      addFact('clients', 'user CPU seconds', Number(cpu[1]), line);
      addFact('clients', 'system CPU seconds', Number(cpu[2]), line);
    }
    const size = SIZE.exec(text);
    const value = toFinite(size?.[2]);
    if ((text.startsWith('dbGB\t') || text.startsWith('dbdirGB\t')) && value === null) unreadable(text, line);
    const rss = PROCESS.exec(text)?.[1];
    if (size && value !== null) {
      if (size[1] === 'dbGB') report.databaseGib ??= { value, line };
      else report.directoryGib ??= { value, line };
    } else if (rss !== undefined) report.rssKib ??= { value: Number(rss), line };
    else if (PROCESS_FORM.test(text)) unreadable(text, line);
    else readPercentile(text, line);
  };

  const readPercentile = (text: string, line: number) => {
    const [found, percent, , , list = ''] = PERCENTILE.exec(text) ?? [];
    const isDamaged = list
      .split(', ')
      .some((pair) => toFinite(pair.split(' ')[0]) === null && !NO_NUMBER.test(pair));
    if (/^\d\dth, /.test(text) && isDamaged) unreadable(text, line);
    if (found === undefined) return;
    const target = { 50: report.p50, 99: report.p99 }[Number(percent)];
    if (percent === '50') client += 1;
    for (const [operation, value] of parseRates(list)) {
      if (target) target[operation] ??= { value, line };
      addFact(`client ${client}`, `${operation} rate at ${percent}%`, value, line);
    }
  };

  const readText = (text: string, line: number) => {
    const found = SECTION.exec(text);
    const operation = SLOWEST.exec(text)?.[1];
    if (found) {
      // The row below the last header is missing: another section's row must not get its names.
      if (header?.[0] === 'nsamp') unreadable(text, line);
      header = null;
      section = text;
      if (found[1] !== undefined) means = found[1] === 'insert' ? report.byInsert : report.byQuery;
    } else if (/^(?:nsamp|r\/s)\t/.test(text)) header = text.split('\t');
    else if (operation !== undefined) slowest = operation as Operation;
    else if (slowest) readSlowest(slowest, text, line);
    else if (header) {
      readMeans(header, text, line);
      header = null;
    } else readOther(text, line);
  };

  return {
    line(bytes, start, end, line) {
      const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE)).trimEnd();
      if (line === 1) readTotals(text, bytes.subarray(start, end));
      else if (text === '') {
        slowest = null;
        // Without a device the line below these names is empty.
        if (header?.[0] === 'r/s') header = null;
      } else readText(text, line);
    },
    end: () => (report.totals ? report : null),
  };
}

function parseStepTotals(text: string): StepTotals | null {
  const found = TOTALS.exec(text);
  const [rowsPerS, perClient, queriesPerS] = [found?.[4], found?.[5], found?.[7]].map((cell) =>
    toFinite(cell),
  );
  if (!found || rowsPerS == null || perClient == null || queriesPerS == null) return null;
  return {
    processes: Number(found[1]),
    rowsPerProcess: Number(found[2]),
    seconds: Number(found[3]),
    rowsPerS,
    rowsPerSPerClient: perClient,
    queries: Number(found[6]),
    queriesPerS,
    deletes: found[8] !== 'no',
    line: 1,
  };
}

/** `100 insert, 100 delete, 9948 query`; NA is left out. */
function parseRates(text: string): [Operation, number][] {
  return text.split(', ').flatMap((pair): [Operation, number][] => {
    const [cell, word] = pair.split(' ');
    const operation = OPERATIONS.find((name) => name === word);
    const value = toFinite(cell);
    return operation === undefined || value === null ? [] : [[operation, value]];
  });
}
