import type { EventChangeFields, RegressionState, TriageChange } from '@basecase/db/types';
import { STATES } from '@basecase/views/regressions';

/** Events of a form, and what is to change of them. */
export interface EventForm {
  events: { slug: string; version: string }[];
  change: Pick<EventChangeFields, 'muted' | 'knownUntil'> & TriageChange;
  /** Ids of changes to take back; empty: none. */
  undo: string[];
  /** Server to split off; empty: none. */
  split: string;
}

/** Reads `event=slug#version` of each ticked row, and the state, owner, bug, fix or muting that was chosen. */
export function readEventForm(form: FormData): EventForm {
  const events = form.getAll('event').flatMap((value) => {
    const [, slug, version] = /^([^#]{1,600})#([0-9a-f]{1,64})$/.exec(String(value)) ?? [];
    return slug === undefined || version === undefined ? [] : [{ slug, version }];
  });
  const undo = form
    .getAll('undo')
    .map(String)
    .filter((id) => /^\d{1,12}$/.test(id));
  const state = toState(form.get('state'));
  const muted = form.get('muted');
  const text = (name: string) => (form.has(name) ? String(form.get(name)).trim() || null : undefined);
  const fields = {
    owner: text('owner'),
    bugUrl: text('bugUrl'),
    fixedIn: text('fixedIn'),
    knownUntil: text('knownUntil'),
  };
  // A button sends its own value with the fields of its form: a state is a decision by itself.
  const change =
    state !== null
      ? { state }
      : muted !== null
        ? { muted: muted === '1' }
        : Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { events, change, undo, split: String(form.get('split') ?? '') };
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
