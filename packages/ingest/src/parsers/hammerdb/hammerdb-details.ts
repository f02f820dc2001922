import { SeriesBuilder } from '../../files/series-builder';
import type { Fact, FileDetails, Series } from '../../model/details';
import { toDisplayText } from '../../text/excerpt';
import type { DetailsSession } from '../parser';
import type { ProcedureField } from './hammerdb-log';
import { JobsJson } from './jobs-json';
import { parseActiveUsers, parseResultLine } from './result-line';
import { eachSegment } from './segments';
import { isProcedureField, TimeProfileReader } from './time-profile';
import { toEpochSeconds } from './timestamps';

/** `388500 PostgreSQL tpm @ Thu Jun 30 22:44:37 UTC 2022`, or without a time: `185196 MariaDB tpm` */
const COUNTER = /^(\d{1,15}) \w[\w ]{0,40} tpm(?: @ (.{10,40}))?$/;
/** Seconds between two samples where none is printed: HammerDB's default refresh rate. */
const DEFAULT_INTERVAL_S = 10;
const DICTIONARY = /^ ([a-z][a-z0-9_]{1,40}) += (\S.*)$/;
const CLIENT_SIDE = /^Vuser 1:CLIENT SIDE TPM : (.+)$/;
const MAX_FACTS = 2000;

/** The transaction counter as a series; results, the times of each transaction type, and settings as facts. */
export class HammerdbDetails implements DetailsSession {
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
