import type { FactsBuilder } from '../../files/details-builder';
import { parseNumber } from '../../text/finite';
import { contextParser, factsOf } from './facts';

/** `6.50user 0.95system 0:17.26elapsed 43%CPU (0avgtext+0avgdata 37612maxresident)k` */
const GNU =
  /^(\d+\.\d\d)user (\d+\.\d\d)system (\S{1,20})elapsed (?:(\d+)%|\?+%?)CPU \(\S+avgtext\+\S+avgdata (\d+)maxresident\)k$/;
/** `28216inputs+120outputs (42major+12047minor)pagefaults 0swaps` */
const GNU_FAULTS = /^(\d+)inputs\+(\d+)outputs \((\d+)major\+(\d+)minor\)pagefaults (\d+)swaps$/;
/** `real<TAB>0m0.102s` of the shell. */
const SHELL = /^(real|user|sys)\s+(?:(\d+)m)?(\d+(?:\.\d+)?)s?$/;
/** `<TAB>Maximum resident set size (kbytes): 1628` of `time -v`. */
const VERBOSE = /^\t([A-Z][^:]{1,80}(?:\(h:mm:ss or m:ss\))?): (.*)$/;

const HEAD =
  /^(?:\d+\.\d\duser \d+\.\d\dsystem \S+elapsed |\tCommand being timed: |\s*real\s+(?:\d+m)?\d+\.\d+s?\nuser\s)/;
/** `6.50<TAB>0.95`: seconds of user and system, summed over clients by the scripts. */
const SUMMED = /^(\d+\.\d\d)\t(\d+\.\d\d)$/;

/** What a command cost: `sb.time.<test>...`, `o.ctime.dop2.1`, by /usr/bin/time or the shell's `time`. */
export const time = contextParser({
  kind: 'time',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?[ac]?time(?:\.|$)|\.log\.time$/,
  // Its lines end many a log: a file is one of it when it begins so.
  content: HEAD,
  details: factsOf((facts) => ({ line: (text, line) => readLine(facts, text, line) })),
});

/** `max RSS` is printed in KiB. */
function addFact(facts: FactsBuilder, name: string, value: string, line: number): void {
  if (name === 'elapsed') facts.add({ name, value, number: toSeconds(value), line, unit: 's' });
  else if (name === 'max RSS') facts.add({ name, value, number: Number(value) * 1024, line, unit: 'bytes' });
  else if (name === 'CPU')
    facts.add({ name, value, number: parseNumber(value.replace('%', '')), line, unit: '%' });
  else facts.add({ name, value, line, unit: SECONDS.has(name) ? 's' : null });
}

const SECONDS: ReadonlySet<string> = new Set(['user', 'system']);
/** Groups of the patterns. */
const GNU_NAMES = ['user', 'system', 'elapsed', 'CPU', 'max RSS'];
const FAULT_NAMES = ['inputs', 'outputs', 'major page faults', 'minor page faults', 'swaps'];
const SHELL_NAMES: Readonly<Record<string, string>> = { real: 'elapsed', user: 'user', sys: 'system' };

function readLine(facts: FactsBuilder, text: string, line: number): void {
  const forms = [
    [GNU, GNU_NAMES],
    [GNU_FAULTS, FAULT_NAMES],
    [SUMMED, GNU_NAMES],
  ] as const;
  for (const [pattern, names] of forms) {
    for (const [index, value] of pattern.exec(text)?.slice(1).entries() ?? [])
      if (value !== undefined) addFact(facts, names[index] ?? '', value, line);
  }
  const [shell, name = '', minutes = '0', seconds = ''] = SHELL.exec(text) ?? [];
  const [verbose, label = '', value = ''] = VERBOSE.exec(text) ?? [];
  if (shell !== undefined) {
    const number = Number(minutes) * 60 + Number(seconds);
    const own = SHELL_NAMES[name] ?? name;
    facts.add({ name: own, value: text.slice(name.length).trim(), number, line, unit: 's' });
  } else if (verbose !== undefined) {
    const own = VERBOSE_NAMES[label];
    if (own !== undefined) addFact(facts, own, value, line);
    else facts.add({ name: label, value, line, unit: label.includes('(seconds)') ? 's' : null });
  }
}

/** Lines of `time -v` that are named as in its short form. */
const VERBOSE_NAMES: Readonly<Record<string, string>> = {
  'User time (seconds)': 'user',
  'System time (seconds)': 'system',
  'Percent of CPU this job got': 'CPU',
  'Elapsed (wall clock) time (h:mm:ss or m:ss)': 'elapsed',
  'Maximum resident set size (kbytes)': 'max RSS',
  'Major (requiring I/O) page faults': 'major page faults',
  'Minor (reclaiming a frame) page faults': 'minor page faults',
  'File system inputs': 'inputs',
  'File system outputs': 'outputs',
};

/** `5:38.63` and `1:02:03` in seconds; null when it is not a time. */
function toSeconds(text: string): number | null {
  const parts = text.split(':').map((part) => (/^\d+(?:\.\d+)?$/.test(part) ? Number(part) : Number.NaN));
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Number.isFinite(seconds) ? seconds : null;
}
