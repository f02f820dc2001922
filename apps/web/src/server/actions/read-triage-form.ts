import type { RegressionState, TriageChange } from '@basecase/db/types';
import { STATES } from '@basecase/views/regressions';

export interface BulkResult {
  /** Slugs. */
  changed: string[];
  conflicts: string[];
  /** What was decided; null before anything was. */
  state: RegressionState | null;
  error: string | null;
}

/** Reads `record=slug@version` of each ticked row, and the state of the button. */
export function readBulkForm(form: FormData): {
  records: { slug: string; triageVersion: number }[];
  state: RegressionState | null;
} {
  const records = form.getAll('record').flatMap((value) => {
    const [, slug, version] = /^([a-z0-9][a-z0-9._-]*)@(\d{1,9})$/.exec(String(value)) ?? [];
    return slug === undefined ? [] : [{ slug, triageVersion: Number(version) }];
  });
  return { records, state: toState(form.get('state')) };
}

/** Texts of the triage form as they were typed. */
export interface TriageFields {
  owner: string;
  bugUrl: string;
  fixedIn: string;
}

export interface TriageForm {
  slug: string;
  triageVersion: number;
  change: TriageChange;
  typed: TriageFields | null;
}

/** Reads a triage form: a state, or the three texts; an empty text takes away what was there. */
export function readTriageForm(form: FormData): TriageForm {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [slug, triageVersion] = [text('slug'), Number(form.get('triageVersion'))];
  if (form.has('state')) {
    return { slug, triageVersion, change: { state: toState(form.get('state')) ?? undefined }, typed: null };
  }
  const typed = { owner: text('owner'), bugUrl: text('bugUrl'), fixedIn: text('fixedIn') };
  const change = {
    owner: typed.owner || null,
    bugUrl: typed.bugUrl || null,
    fixedIn: typed.fixedIn || null,
  };
  return { slug, triageVersion, change, typed };
}

function toState(value: FormDataEntryValue | null): RegressionState | null {
  return STATES.find((state) => state === value) ?? null;
}
