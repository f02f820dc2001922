import { parseRunDirectory } from '../../identity/names/run-directory';
import type { Variant } from '../../model/run';

/** `l.i0`, `l.x`, `qr100.L1`, `q100.1` (2021), and `qr100` of published tables. */
const STEP = /^(?:l\.(?:i\d|x)|q[rp]?\d{1,7}(?:\.L?\d{1,3})?)$/;
const CONCURRENCY = /^dop\d+$/;
const ROWS = /^(\d{1,7})m(?:\.|$)/;
const MILLION = 1e6;

export function isStep(name: string): boolean {
  return STEP.test(name);
}

/** What the throughput of a step counts. */
export type StepKind = 'insert' | 'index' | 'query';

/** Unit of the throughput. */
export const STEP_UNITS: Readonly<Record<StepKind, string>> = {
  insert: 'inserts/s',
  index: 'indexed rows/s',
  query: 'queries/s',
};

/** Null for a name that is not a step. */
export function stepKind(step: string): StepKind | null {
  if (!isStep(step)) return null;
  if (step === 'l.x') return 'index';
  return step.startsWith('q') ? 'query' : 'insert';
}

/** Inserts/s of one client that a query step must sustain: 500 of `qp500.L4`. Null for other steps. */
export function targetPerClient(step: string): number | null {
  const rate = isStep(step) ? /^q[rp]?(\d+)/.exec(step)?.[1] : undefined;
  return rate === undefined ? null : Number(rate);
}

export interface StepLocation {
  /** Step directory's name; null when no directory is one. */
  step: string | null;
  /** Directory of the run: all steps of one version. */
  directory: string;
  /** Its name, or that of the upload. */
  label: string;
}

/**
 * Where a file of a step belongs: `dop2/20m.my5649.cx6d/l.i0/o.ib.dop2.1`, with `dop2` above or below the run too.
 *
 * @param directory of the file, within the upload
 * @param rootLabel name of the upload, which may be a step itself
 */
export function stepLocation(directory: string, rootLabel: string): StepLocation {
  const parts = directory === '.' ? [] : directory.split('/');
  const index = parts.findLastIndex((part) => isStep(part));
  if (index < 0)
    return { step: isStep(rootLabel) ? rootLabel : null, directory, label: labelOf(parts, rootLabel) };
  const above = parts.slice(0, index);
  return { step: parts[index] ?? null, directory: above.join('/') || '.', label: labelOf(above, rootLabel) };
}

function labelOf(parts: readonly string[], rootLabel: string): string {
  return parts.findLast((part) => !CONCURRENCY.test(part)) ?? rootLabel;
}

export interface RunName {
  variant: Variant;
  /** 20,000,000 of `20m.my5649.cx6d`; null when the name does not begin so. */
  rows: number | null;
}

/** `<rows>m.<dbms>_<build>.<config>`; the rows may be missing. */
export function parseRunName(name: string): RunName {
  const rows = toRows(name);
  const rest = rows === null ? name : name.slice(name.indexOf('.') + 1);
  return { variant: parseRunDirectory(rest).variant, rows };
}

/** 20,000,000 of a directory `20m`; of the nearest one that is named so. */
export function rowsOfPath(directory: string): number | null {
  const found = directory.split('/').findLast((part) => toRows(part) !== null);
  return found === undefined ? null : toRows(found);
}

function toRows(name: string): number | null {
  const millions = ROWS.exec(name)?.[1];
  return millions === undefined ? null : Number(millions) * MILLION;
}

export interface StepFileName {
  /** `ib`, `res`, `vm`, `io`, `dbsz`. */
  kind: string;
  /** Number of clients; null in names without it. */
  dop: number | null;
  /** Client of `o.ib.dop2.1`, else null. */
  client: number | null;
}

/** `o.ib.dop2.1`, `o.res.dop2`, `o.vm.dop2`, `o.vm`; null for other names. */
export function parseStepFileName(name: string): StepFileName | null {
  const found = /^o\.(ib|res|vm|io|dbsz)(?:\.dop(\d{1,7}))?(?:\.(\d{1,7}))?$/.exec(name);
  if (!found) return null;
  const [, kind = '', dop, client] = found;
  return { kind, dop: toCount(dop), client: toCount(client) };
}

function toCount(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
