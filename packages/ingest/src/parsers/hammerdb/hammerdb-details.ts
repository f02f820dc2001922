import { type DetailsBuilder, type FactInput, SeriesBuilder } from '../../files/details-builder';
import type { HammerdbResult, ProcedureField } from './hammerdb-log';
import { isProcedureField, type ProfileOwner } from './time-profile';

/** `388500 PostgreSQL tpm @ Thu Jun 30 22:44:37 UTC 2022`, or without a time: `185196 MariaDB tpm` */
const COUNTER = /^(\d{1,15}) \w[\w ]{0,40} tpm(?: @ (.{10,40}))?$/;
/** Seconds between two samples where none is printed: HammerDB's default refresh rate. */
const DEFAULT_INTERVAL_S = 10;
const DICTIONARY = /^ ([a-z][a-z0-9_]{1,40}) += (\S.*)$/;
const CLIENT_SIDE = /^CLIENT SIDE TPM : (.+)$/;
const TPM = { id: 'tpm', label: 'TPM', unit: 'transactions/min', of: null };

/** The transaction counter as a series; results, the times of each transaction type, and settings as facts. */
export function newHammerdbDetails(details: DetailsBuilder) {
  const printedTpm = new SeriesBuilder(TPM);
  /** Of jobs: the same samples again, with their time. */
  const timedTpm = new SeriesBuilder(TPM);
  const counts = { printed: 0, timed: 0 };
  const starts = { printed: null as number | null, timed: null as number | null };
  let hasDictionary = false;

  const add = (fact: FactInput, { facts } = details): void => {
    facts.update({ number: numberOf(fact.value), ...fact });
  };

  return {
    counter(text: string, line: number): void {
      const [found, value, printed] = COUNTER.exec(text) ?? [];
      if (found === undefined) return;
      const at = toEpochSeconds(printed);
      starts.printed ??= at;
      const start = starts.printed;
      const seconds = at === null || start === null ? counts.printed * DEFAULT_INTERVAL_S : at - start;
      counts.printed += 1;
      printedTpm.add(seconds, Number(value), line);
    },

    /** A pair of the output of jobs. */
    pair(object: string, key: string, value: string, line: number): void {
      const at = toEpochSeconds(key);
      if (isProcedureField(key)) add(procedureFact({ group: object, name: key, value, line }));
      else if (/ tpm$/.test(object) && /^\d{1,15}$/.test(value) && at !== null) {
        starts.timed ??= at;
        counts.timed += 1;
        timedTpm.add(at - starts.timed, Number(value), line);
      }
    },

    result({ nopm, tpm, driver, line }: HammerdbResult): void {
      const group = 'result';
      add({ group, name: `NOPM, line ${line}`, value: String(nopm), line });
      add({ group, name: `${driver} TPM, line ${line}`, value: String(tpm), line });
    },

    activeUsers(vus: number, line: number): void {
      add({ group: 'result', name: `active virtual users, line ${line}`, value: String(vus), line });
    },

    /** `neworder 78319 payment 78185 delivery 7855 stocklevel 7826 orderstatus 7809` */
    clientSide(message: string, line: number): void {
      const rates = CLIENT_SIDE.exec(message)?.[1] ?? '';
      for (const [, name = '', value = ''] of rates.matchAll(/([a-z]+) (\d{1,15})/g))
        add({ group: 'client side TPM', name, value, line });
    },

    /** Facts of single virtual users come after those of all. */
    profile(
      at: { owner: ProfileOwner; procedure: string },
      name: ProcedureField,
      value: string,
      line: number,
    ): void {
      const { owner, procedure } = at;
      if (owner.kind === 'all') add(procedureFact({ group: procedure, name, value, line }));
      else {
        const group = `${procedure}, virtual user ${owner.user}`;
        add(procedureFact({ group, name, value, line }), details.later);
      }
    },

    setting(text: string, line: number): void {
      if (text.startsWith('Dictionary Settings for ')) hasDictionary = true;
      const [found, name = '', value = ''] = (hasDictionary && DICTIONARY.exec(text)) || [];
      if (found !== undefined) add({ group: 'settings', name, value, line });
    },

    end(): void {
      if (counts.timed > 0) details.finished.push(timedTpm.build());
      else if (counts.printed > 0) details.finished.push(printedTpm.build());
    },
  };
}

function numberOf(value: string): number | null {
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : null;
}

/** Times in seconds, as everywhere; `value` stays as printed. SD is in microseconds. */
function procedureFact(fact: FactInput): FactInput {
  if (!fact.name.endsWith('_ms') || numberOf(fact.value) === null) return fact;
  return { ...fact, number: Number(`${fact.value}e-3`), unit: 's' };
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
