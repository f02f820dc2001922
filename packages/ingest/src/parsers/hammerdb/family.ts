import { SeriesBuilder } from '../../files/series-builder';
import type { Fact, FileDetails, Series } from '../../model/details';
import { containsAny } from '../../text/contains-any';
import { toDisplayText } from '../../text/excerpt';
import type { FormatFamily } from '../family';
import type { DetailsSession, LogParser, Sample } from '../parser';
import { hammerdbFormat as about } from './about';
import { hammerdbAssembler } from './assemble/hammerdb-assembler';
import type { ProcedureField } from './hammerdb-log';
import { HammerdbSession } from './hammerdb-session';
import { JobsJson } from './jobs-json';
import { parseRunFileName } from './names';
import { hammerdbParams } from './percona/params';
import { hammerdbRunSummary, isRunSummary } from './percona/run-summary';
import { hammerdbSamples } from './percona/samples';
import { serverVersion } from './percona/server-version';
import { systemInfo } from './percona/system-info';
import { MONITOR_LINES, parseActiveUsers, parseResultLine } from './result-line';
import { eachSegment } from './segments';
import { hammerdbSummary } from './summary-table';
import { isProcedureField, PROFILE_LINES, TimeProfileReader } from './time-profile';

/**
 * What HammerDB prints, versions 3 to 6: its command line, its log file, the output of `jobs`, the time profile
 * (`hdbxtprofile.log`) and the transaction counter (`hdbtcount.log`).
 */
const hammerdb: LogParser = {
  kind: 'hammerdb',
  about: "output of the HammerDB CLI: `Vuser 1:...` lines, `TEST RESULT`, or a job's JSON",
  score: scoreHammerdb,
  open: (reporter) => new HammerdbSession(reporter),
  valueLines: [...MONITOR_LINES, ...PROFILE_LINES],
  openDetails: () => new HammerdbDetails(),
};

const CONTENTS = [
  /(?:^|[\r\n]|\\[rn])(?:hammerdb>|HammerDB CLI v\d|Vuser \d+(?::| created )|\d+ VU TEST)/,
  /(?:^|[\r\n])(?:\w+ )?Hammerdb (?:Time Profile Report|Transaction Counter Log|Log) @ /,
  /(?:^|[\r\n"]|Vuser \d{1,7}:)TEST RESULT : System achieved /,
  /(?:^|[\r\n])>>>>> (?:PROC: |VIRTUAL USER |SUMMARY OF )/,
  /(?:^|[\r\n])\d+ \w[\w ]* tpm(?: @ |[\r\n])/,
  /"NEWORD"\s*:\s*\{\s*"(?:elapsed_ms|calls)"/,
  /^\s*\{\s*"\w[\w ]* tpm"\s*:\s*\{/,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['ammer', 'Vuser ', ' VU TEST', 'TEST RESULT', '>>>>> ', ' tpm', '"NEWORD"'];

function scoreHammerdb(sample: Sample): number {
  if (isRunSummary(sample)) return 0;
  const isNamed = parseRunFileName(sample.name)?.part === 'out' || /hammerdb|^hdb/i.test(sample.name);
  const head = sample.head;
  if (containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head))) return isNamed ? 1 : 0.9;
  return isNamed ? 0.3 : 0;
}

/** Other families know some of these by content or by name; they win. */
const BY_NAME = 0.45;
const READ = new Set(['out', 'vm', 'io']);

/** `o.pg.pg181_o2nofp.x10b_c8r32.run.ps`, `....pgs.bg`, `....logfile`: kept with the logs, not read. */
const hammerdbSideFiles: LogParser = {
  kind: 'hammerdb-side-file',
  score: ({ name }) => {
    const file = parseRunFileName(name);
    return file && !READ.has(file.part) ? BY_NAME : 0;
  },
  open: null,
};

/** TPROC-C by HammerDB: its own output, the layout of mytools, and Percona's tpcc-benchmark-framework. */
export const hammerdbFormat: FormatFamily = {
  ...about,
  parsers: [
    hammerdb,
    hammerdbSummary,
    hammerdbParams,
    hammerdbRunSummary,
    hammerdbSamples,
    serverVersion,
    systemInfo,
    hammerdbSideFiles,
  ],
  assembler: hammerdbAssembler,
};

/** `388500 PostgreSQL tpm @ Thu Jun 30 22:44:37 UTC 2022`, or without a time: `185196 MariaDB tpm` */
const COUNTER = /^(\d{1,15}) \w[\w ]{0,40} tpm(?: @ (.{10,40}))?$/;
/** Seconds between two samples where none is printed: HammerDB's default refresh rate. */
const DEFAULT_INTERVAL_S = 10;
const DICTIONARY = /^ ([a-z][a-z0-9_]{1,40}) += (\S.*)$/;
const CLIENT_SIDE = /^Vuser 1:CLIENT SIDE TPM : (.+)$/;
const MAX_FACTS = 2000;

/** The transaction counter as a series; results, the times of each transaction type, and settings as facts. */
class HammerdbDetails implements DetailsSession {
  readonly #printed = newSeries();
  /** Of jobs: the same samples again, with their time. */
  readonly #timed = newSeries();
  readonly #starts = { printed: null as number | null, timed: null as number | null };
  #counts = { printed: 0, timed: 0 };
  readonly #facts = new Map<string, Fact>();
  readonly #userFacts = new Map<string, Fact>();
  #hasDictionary = false;
  readonly #jobs = new JobsJson({
    text: (text, line) => {
      if (!this.#active(text, line)) this.#result(text, line);
    },
    open: () => {},
    pair: (object, key, value, line) => this.#jobsPair({ object, key, value }, line),
  });
  readonly #profile = new TimeProfileReader({
    field: ({ owner, procedure }, field, value, line) => {
      const fact = procedureFact(procedure, field, { value, line });
      if (owner.kind === 'all') this.#add(this.#facts, fact);
      else this.#add(this.#userFacts, { ...fact, group: `${procedure}, virtual user ${owner.user}` });
    },
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    eachSegment(bytes, { start, end }, (text) => this.#segment(text, lineNumber));
  }

  #segment(text: string, line: number): void {
    const first = text.charCodeAt(0);
    const isDigit = first >= 48 && first <= 57;
    if (isDigit && this.#counter(text, line)) return;
    if (this.#jobs.line(text, line)) return;
    const client = CLIENT_SIDE.exec(text);
    if (client) this.#clientSide(client[1] ?? '', line);
    else if (text.includes('TEST RESULT')) this.#result(text, line);
    else if (text.startsWith('>>>>> ') || text.startsWith('CALLS:') || text.startsWith('P99:')) {
      this.#profile.line(text, line);
    } else this.#setting(text, line);
  }

  #counter(text: string, line: number): boolean {
    const [found, value, printed] = COUNTER.exec(text) ?? [];
    if (found === undefined) return false;
    const at = toEpochSeconds(printed);
    this.#starts.printed ??= at;
    const start = this.#starts.printed;
    const seconds = at === null || start === null ? this.#counts.printed * DEFAULT_INTERVAL_S : at - start;
    this.#counts.printed += 1;
    this.#printed.add(seconds, Number(value), line);
    return true;
  }

  #jobsPair({ object, key, value }: { object: string; key: string; value: string }, line: number): void {
    if (isProcedureField(key)) this.#add(this.#facts, procedureFact(object, key, { value, line }));
    else if (/ tpm$/.test(object) && /^\d{1,15}$/.test(value)) {
      const at = toEpochSeconds(key);
      if (at === null) return;
      this.#starts.timed ??= at;
      this.#counts.timed += 1;
      this.#timed.add(at - this.#starts.timed, Number(value), line);
    }
  }

  #result(text: string, line: number): void {
    const result = parseResultLine(text, line);
    if (!result) return;
    const group = 'result';
    this.#add(this.#facts, toFact({ group, name: `NOPM, line ${line}`, value: String(result.nopm), line }));
    const tpm = { group, name: `${result.driver} TPM, line ${line}`, value: String(result.tpm), line };
    this.#add(this.#facts, toFact(tpm));
  }

  /** `neworder 78319 payment 78185 delivery 7855 stocklevel 7826 orderstatus 7809` */
  #clientSide(text: string, line: number): void {
    for (const [, name = '', value = ''] of text.matchAll(/([a-z]+) (\d{1,15})/g)) {
      this.#add(this.#facts, toFact({ group: 'client side TPM', name, value, line }));
    }
  }

  /** `"24 Active Virtual Users configured"`, `Vuser 1:24 Active Virtual Users configured` */
  #active(text: string, line: number): boolean {
    const active = parseActiveUsers(text);
    if (!active) return false;
    const name = `active virtual users, line ${line}`;
    this.#add(this.#facts, toFact({ group: 'result', name, value: String(active.vus), line }));
    return true;
  }

  #setting(text: string, line: number): void {
    if (text.startsWith('Vuser 1:') && this.#active(text.slice('Vuser 1:'.length), line)) return;
    if (text.startsWith('Dictionary Settings for ')) this.#hasDictionary = true;
    const [found, name = '', value = ''] = (this.#hasDictionary && DICTIONARY.exec(text)) || [];
    if (found !== undefined) this.#add(this.#facts, toFact({ group: 'settings', name, value, line }));
  }

  /** The last value of a name counts; a file that repeats itself does not grow. */
  #add(facts: Map<string, Fact>, fact: Fact): void {
    const key = `${fact.group}\n${fact.name}`;
    if (facts.has(key) || facts.size < MAX_FACTS) facts.set(key, fact);
  }

  end(): FileDetails {
    const series: Series[] = [];
    if (this.#counts.timed > 0) series.push(this.#timed.build());
    else if (this.#counts.printed > 0) series.push(this.#printed.build());
    return { series, histograms: [], facts: [...this.#facts.values(), ...this.#userFacts.values()] };
  }
}

function newSeries(): SeriesBuilder {
  return new SeriesBuilder({ id: 'tpm', label: 'TPM', unit: 'transactions/min', of: null });
}

function toFact({
  group,
  name,
  value,
  line,
}: {
  group: string;
  name: string;
  value: string;
  line: number;
}): Fact {
  const number = /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : null;
  return { group, name, value: toDisplayText(Buffer.from(value)), number, unit: null, line };
}

/** Times in seconds, as everywhere; `value` stays as printed. SD is in microseconds. */
function procedureFact(
  group: string,
  field: ProcedureField,
  { value, line }: { value: string; line: number },
): Fact {
  const fact = toFact({ group, name: field, value, line });
  if (!field.endsWith('_ms') || fact.number === null) return fact;
  return { ...fact, number: Number(`${value}e-3`), unit: 's' };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Mon Apr 14 13:18:34 BST 2025`: the zone is a name that is not unique, and differences do not need it. */
const TCL_CLOCK = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) \S{1,8} (\d{4})$/;
/** `2025-04-14 17:09:51` */
const ISO = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Seconds of a time as HammerDB prints it, as if it were UTC: good for differences only. Null for anything else. */
function toEpochSeconds(text: string | undefined): number | null {
  if (text === undefined) return null;
  const iso = ISO.exec(text);
  if (iso) {
    const [year = 0, month = 1, ...rest] = iso.slice(1).map(Number);
    return seconds([year, month - 1, ...rest]);
  }
  const [found, month = '', day, hours, minutes, second, year] = TCL_CLOCK.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  if (found === undefined || index < 0) return null;
  return seconds([Number(year), index, ...[day, hours, minutes, second].map(Number)]);
}

function seconds([
  year = 0,
  month = 0,
  day = 1,
  hours = 0,
  minutes = 0,
  second = 0,
]: readonly number[]): number {
  return Date.UTC(year, month, day, hours, minutes, second) / 1000;
}
