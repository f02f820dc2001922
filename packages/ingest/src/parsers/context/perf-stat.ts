import { addToGroup } from '../../assemble/add-to-group';
import type { FactsBuilder } from '../../files/details-builder';
import { parseNumber } from '../../text/finite';
import { textLines } from '../text-lines';
import { contextParser } from './facts';
import type { PerfCounter, PerfStatLog } from './perf-stat-log';

/** `perf stat` names itself, CSV (`-x,`) by its columns, the scripts' list by its names. */
const HEAD =
  /^\s*Performance counter stats for |^(?:\d+(?:\.\d+)?|<not (?:supported|counted)>),[\w-]*,[\w:/=-]+,\d+,\d+\.\d\d,|^(?:alignment-faults|branches|cycles|instructions|task-clock)\t-?\d/m;

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

    const add = ({ name, number }: Counter, line: number, seconds: number | null) => {
      if (number === null) return;
      const bare = name.replace(/:[a-zA-Z]+$/, '');
      if (WANTED.has(bare)) addToGroup(counters, bare, { value: number, line, seconds, group });
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
  const [value = '', unit = '', name = '', runTime] = text.split(',');
  if (runTime !== undefined && name !== '' && (parseNumber(value) !== null || value.startsWith('<not'))) {
    return { name, value, number: parseNumber(value), unit: unit === '' ? null : unit };
  }
  return readPrinted(text.split('#', 1)[0]?.trim() ?? '');
}

/** `0.48 msec task-clock`, `14,284,550,053      cycles:u`, `<not supported>      cycles`, `0.002 seconds time elapsed`. */
function readPrinted(text: string): Counter | null {
  const found = /^(<not (?:supported|counted)>|[\d,.]+)\s+(.{1,200})$/.exec(text);
  if (!found) return null;
  const [, value = '', rest = ''] = found;
  const number = parseNumber(value.replaceAll(',', ''));
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
