import { addToGroup } from '../../assemble/add-to-group';
import type { FactsBuilder } from '../../files/details-builder';
import { parseNumber } from '../../text/finite';
import { textLines } from '../text-lines';
import { contextParser } from './facts';
import type { PerfCounter, PerfStatLog } from './perf-stat-log';

const VALUE = String.raw`(?:\d+(?:\.\d+)?|<not (?:supported|counted)>)`;
/**
 * `perf stat` names itself and the columns of its intervals (`-I`), JSON (`-j`) its fields; CSV (`-x,`) is known by its columns, the
 * scripts' list by its names.
 */
const HEAD = new RegExp(
  [
    String.raw`^\s*Performance counter stats for `,
    String.raw`^#\s+time\s+(?:cpus\s+)?counts\s+(?:unit\s+)?events`,
    String.raw`^(?: *\d+\.\d{9}[,;])?${VALUE}[,;][\w-]*[,;][\w:/=.-]+[,;]\d+[,;]\d+\.\d\d[,;]`,
    String.raw`^\{.{0,200}"counter-value"\s*:`,
    String.raw`^(?:alignment-faults|branches|cycles|instructions|task-clock)\t-?\d`,
  ].join('|'),
  'm',
);

/** What the hardware counted during a test: `sb.perf.hw.<test>.range<R>.pk<P>.<loop>[.raw|.sorted]`. */
export const perfStat = contextParser({
  kind: 'perf_stat',
  name: /(?:^|\.)perf\.(?:hw|stat)\./,
  headLines: 10,
  content: HEAD,
  hasDetails: true,
  open(_, details) {
    const counters = new Map<string, PerfCounter[]>();
    const targets = new Set<PerfStatLog['target']>();
    let group = 0;

    /** Time of the last interval of `-I`. */
    let lastInterval = 0;

    const add = ({ name, number, interval }: Counter, line: number, seconds: number | null) => {
      if (number === null) return;
      const [bare = name, core] = bareName(name);
      if (!WANTED.has(bare)) return;
      if (interval !== undefined) lastInterval = Math.max(lastInterval, interval);
      // Intervals add up, and so do the kinds of cores of one CPU.
      const same = counters.get(bare)?.find((counter) => counter.group === group);
      if (same && (interval !== undefined || core !== undefined)) same.value += number;
      else addToGroup(counters, bare, { value: number, line, seconds, group });
    };
    /** The time of a measurement is behind its counters. */
    const endGroup = (seconds: number) => {
      for (const all of counters.values())
        for (const counter of all) if (counter.group === group) counter.seconds = seconds;
      group += 1;
    };

    const facts = details ? factsReader(details.facts) : null;
    return {
      line: textLines(MAX_LINE_BYTES, (text, { line }) => {
        facts?.line(text, line);
        const target = /^\s*Performance counter stats for (.+)$/.exec(text)?.[1];
        if (target !== undefined) {
          targets.add(targetOf(target));
          group += 1;
          return;
        }
        const counter = readCounter(text);
        if (!counter) return;
        if (counter.name === 'time elapsed' && counter.number !== null) endGroup(counter.number);
        else {
          // The run scripts count the server's process (`-p`).
          if (counter.isListed) targets.add('process');
          add(counter, line, counter.isListed ? LISTED_SECONDS : null);
        }
      }),
      end(): PerfStatLog | null {
        facts?.end();
        if (lastInterval > 0) endGroup(lastInterval);
        if (counters.size === 0) return null;
        const target = (['command', 'process', 'system'] as const).find((kind) => targets.has(kind));
        return { type: 'perf_stat', target: target ?? 'unknown', counters };
      },
    };
  },
});

/** Forms of the head line: print_header of tools/perf/util/stat-display.c in the sources of Linux. */
function targetOf(text: string): PerfStatLog['target'] {
  if (/^'(?:system wide|CPU\(s\))/.test(text)) return 'system';
  return /^(?:process|thread) id '/.test(text) ? 'process' : 'command';
}

const MAX_LINE_BYTES = 8192;
/** Counters that metrics are made of. */
const WANTED: ReadonlySet<string> = new Set(['instructions', 'cycles', 'cache-misses', 'branch-misses']);
/** The run scripts of mytools count for `hw_secs=10` (bench/sysbench.lua/run.sh), and leave the time out of their lists. */
const LISTED_SECONDS = 10;

function factsReader(facts: FactsBuilder) {
  const counts = new Map<string, { number: number; line: number }>();
  return {
    line(text: string, line: number): void {
      const counter = readCounter(text);
      if (!counter) return;
      const { name, value, unit, number } = counter;
      facts.add({ name, value, line, unit, number });
      if (number !== null && !counts.has(name)) counts.set(name, { number, line });
    },
    end(): void {
      // perf marks where it counted: `cycles:u`.
      for (const suffix of ['', ':u', ':k']) {
        const instructions = counts.get(`instructions${suffix}`);
        const cycles = counts.get(`cycles${suffix}`);
        if (!instructions || !cycles || cycles.number === 0) continue;
        const ratio = instructions.number / cycles.number;
        const name = `instructions per cycle${suffix}`;
        const at = { number: ratio, line: instructions.line };
        facts.add({ group: 'computed', name, value: ratio.toFixed(3), ...at });
      }
    },
  };
}

interface Counter {
  name: string;
  value: string;
  /** Null when it was not counted. */
  number: number | null;
  unit: string | null;
  /** From a list of the run scripts. */
  isListed?: boolean;
  /** Seconds from the start to the end of its interval (`-I`). */
  interval?: number;
}

/** `cycles` of `cycles:u`; of CPUs with several kinds of cores `instructions` and `cpu_core` of `cpu_core/instructions/`. */
function bareName(name: string): [bare: string, core?: string] {
  const [, core, event] = /^(cpu_(?:core|atom))\/([\w.-]+)\/\w*$/.exec(name) ?? [];
  return core === undefined || event === undefined ? [name.replace(/:[a-zA-Z]+$/, '')] : [event, core];
}

function readCounter(text: string): Counter | null {
  // cycles<TAB>14284550053; -1 means that the CPU lacks the counter.
  const listed = /^([A-Za-z][\w.-]{0,99})\t(-?\d[\d.]*)$/.exec(text);
  if (listed) {
    const [, name = '', value = ''] = listed;
    return {
      name,
      value,
      number: value === '-1' ? null : parseNumber(value),
      unit: name.endsWith('-pct') ? '%' : null,
      isListed: true,
    };
  }
  if (text.startsWith('{')) return readJson(text);
  const { 1: time, 2: counted = text } = /^ *(\d+\.\d{9})[,; \t]+(?!seconds |\+- )(.*)$/.exec(text) ?? [];
  const counter = readCells(counted) ?? readPrinted(counted.split('#', 1)[0]?.trim() ?? '');
  return counter && time !== undefined && counter.name !== 'time elapsed'
    ? { ...counter, interval: Number(time) }
    : counter;
}

/** `14284550053,,cycles,1000240,83.33,,` of `-x,` or `-x\;` */
function readCells(text: string): Counter | null {
  const [, value = '', unit = '', name = ''] = CELLS.exec(text) ?? [];
  if (name === '') return null;
  return { name, value, number: parseNumber(value), unit: unit === '' ? null : unit };
}

const CELLS = new RegExp(String.raw`^(${VALUE})[,;]([\w-]*)[,;]([A-Za-z][\w:/=.-]*)[,;]\d`);

/** `{"counter-value" : "60000.000000", "unit" : "", "event" : "cycles", ...}` of `-j` */
function readJson(text: string): Counter | null {
  const field = (name: string) => new RegExp(String.raw`"${name}"\s*:\s*"?([^",}]*)`).exec(text)?.[1];
  const [value, name, interval] = [field('counter-value'), field('event'), field('interval')];
  if (value === undefined || name === undefined) return null;
  const number = parseNumber(value);
  const at = interval === undefined ? {} : { interval: Number(interval) };
  return { name, value, number, unit: field('unit') || null, ...at };
}

/** `0.48 msec task-clock`, `14,284,550,053      cycles:u`, `<not supported>      cycles`, `0.002 seconds time elapsed`. */
function readPrinted(text: string): Counter | null {
  const found = PRINTED.exec(text);
  if (!found) return null;
  const [, value = '', rest = ''] = found;
  const number = printedNumber(value, !/^(?:\+- |(?:seconds|msec|nsec|sec|Joules|C) )/.test(rest));
  if (number === null && !value.startsWith('<')) return null;
  // `-r 5` prints means: `10.0012 +- 0.0003 seconds time elapsed  ( +-  0.06% )`.
  const elapsed = /^(?:\+- [\d.]+ )?seconds (time elapsed|user|sys)(?:\s+\(.*\))?$/.exec(rest);
  if (elapsed) return { name: elapsed[1] ?? '', value, number, unit: 's' };
  const named =
    /^(?:(msec|nsec|sec|Joules|C)\s+)?([\w][\w:/.=-]*)(?:\s+\([\d.]+%\))?(?:\s+\( \+- +[\d.]+% \))?$/.exec(
      rest,
    );
  return named ? { name: named[2] ?? '', value, number, unit: named[1] ?? null } : null;
}

/** Thousands are parted as the locale has it: `1,000`, `1.000`, `1'000`, and with narrow spaces. */
const THIN = String.raw`[\u202f\u00a0]`;
const PRINTED = new RegExp(
  String.raw`^(<not (?:supported|counted)>|\d(?:[\d,.']|${THIN}(?=\d))*)\s+(.{1,200})$`,
);

/** Null where it is not a number. Counts are whole, and all marks in them part thousands; of others the last mark begins the fraction. */
function printedNumber(value: string, isCount: boolean): number | null {
  const plain = value.replace(new RegExp(`'|${THIN}`, 'g'), '');
  const parts = plain.split(/[.,]/);
  const fraction = isCount || parts.length === 1 ? '' : `.${parts.pop()}`;
  if (parts.slice(1).some((part) => part.length !== 3)) return null;
  return parseNumber(parts.join('') + fraction);
}
