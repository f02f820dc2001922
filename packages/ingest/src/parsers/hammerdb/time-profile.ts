import { PROCEDURE_FIELDS, type ProcedureField, type ProcedureTimes } from './hammerdb-log';

/** Where a block of a time profile belongs: one virtual user, or all of them. */
export type ProfileOwner = { kind: 'user'; user: number } | { kind: 'all'; activeVus: number };

export interface ProfileVisitor {
  field(
    at: { owner: ProfileOwner; procedure: string },
    field: ProcedureField,
    value: string,
    line: number,
  ): void;
}

/** `>>>>> VIRTUAL USER 2 : ELAPSED TIME : 912505ms`, `>>>>> SUMMARY OF 8 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 904548ms` */
const OWNER = /^>>>>> (?:VIRTUAL USER (\d{1,7})|SUMMARY OF (\d{1,7}) ACTIVE VIRTUAL USERS?)\b/;
const PROCEDURE = /^>>>>> PROC: ([A-Z]{1,20})\b/;
/** Tabs stand between the pairs; copies that lost them read `CALLS: 41234MIN: 2.409msAVG: 9.169ms`. */
const PAIR = /([A-Z]+\d*): ?(\d+(?:\.\d+)?)/g;
/** Both lines of a procedure, tabs or not. */
export const PROFILE_LINES: readonly RegExp[] = [
  /^CALLS: ?\d+\s*MIN: ?\d+(?:\.\d+)?ms\s*AVG: ?\d+(?:\.\d+)?ms\s*MAX: ?\d+(?:\.\d+)?ms\s*TOTAL: ?\d+(?:\.\d+)?ms/,
  /^P99: ?\d+(?:\.\d+)?ms\s*P95: ?\d+(?:\.\d+)?ms\s*P50: ?\d+(?:\.\d+)?ms\s*SD: ?\d+(?:\.\d+)?\s*RATIO: ?\d+(?:\.\d+)?%/,
];
const FIELDS: Readonly<Record<string, ProcedureField>> = {
  CALLS: 'calls',
  MIN: 'min_ms',
  AVG: 'avg_ms',
  MAX: 'max_ms',
  TOTAL: 'total_ms',
  P99: 'p99_ms',
  P95: 'p95_ms',
  P50: 'p50_ms',
  SD: 'sd',
  RATIO: 'ratio_pct',
};

/**
 * Reads the text form of a time profile (`hdbxtprofile.log`): blocks of one virtual user each, then one over all.
 *
 *     >>>>> PROC: NEWORD
 *     CALLS: 4270	MIN: 3.019ms	AVG: 9.236ms	MAX: 36.366ms	TOTAL: 2975206.250ms
 *     P99: 14.197ms	P95: 12.399ms	P50: 9.087ms	SD: 1808.882	RATIO: 41.115%
 */
export function newTimeProfileReader(visitor: ProfileVisitor) {
  let owner: ProfileOwner | null = null;
  let procedure: string | null = null;

  const heading = (text: string): void => {
    const [found, user, activeVus] = OWNER.exec(text) ?? [];
    if (found !== undefined) {
      procedure = null;
      owner =
        user === undefined
          ? { kind: 'all', activeVus: Number(activeVus) }
          : { kind: 'user', user: Number(user) };
    }
    procedure = PROCEDURE.exec(text)?.[1] ?? null;
  };

  return {
    line(text: string, line: number): void {
      if (text.startsWith('>>>>> ')) heading(text);
      else if (owner && procedure && (text.startsWith('CALLS:') || text.startsWith('P99:'))) {
        const at = { owner: owner, procedure: procedure };
        for (const [, name = '', value = ''] of text.matchAll(PAIR)) {
          const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
          if (field) visitor.field(at, field, value, line);
        }
      }
    },
  };
}

export function isProcedureField(name: string): name is ProcedureField {
  return PROCEDURE_FIELDS.some((field) => field === name);
}

/** Milliseconds as printed to seconds; the decimal point is moved in text, so nothing is rounded. Null when it is not a number. */
export function toSeconds(
  times: ProcedureTimes,
  field: ProcedureField,
): { value: number; line: number } | null {
  const found = times[field];
  if (!found || !/^\d{1,15}(?:\.\d{1,15})?$/.test(found.text)) return null;
  return { value: Number(`${found.text}e-3`), line: found.line };
}
