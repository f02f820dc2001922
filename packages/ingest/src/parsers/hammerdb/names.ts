import { parseRunDirectory } from '../../identity/names/run-directory';
import type { Variant } from '../../model/run';

/** `o.pg.pg181_o2nofp.x10b_c8r32.run.out`: what one server version left of one step. */
export interface RunFileName {
  /** `pg181_o2nofp.x10b_c8r32` */
  label: string;
  variant: Variant;
  step: 'build' | 'run' | null;
  /** `out`, `vm`, `io`, `ps`, `pgs.io`, ... */
  part: string;
}

const RUN_FILE = /^o\.(?:my|ma|pg|fbmy)\.([a-z]+\d[^.]*\.[^.]+)\.(?:(build|run)\.)?(\w[\w.]*)$/;

/** @param name last part of a path, without `.gz`; null when it does not follow the convention */
export function parseRunFileName(name: string): RunFileName | null {
  const [, label, step, part] = RUN_FILE.exec(name) ?? [];
  if (label === undefined || part === undefined) return null;
  const { variant } = parseRunDirectory(`x.${label}`);
  return { label, variant, step: step === 'build' || step === 'run' ? step : null, part };
}

/** What must be equal for a fair comparison, where something said it. */
export interface Load {
  vus: number | null;
  warehouses: number | null;
  rampupMinutes: number | null;
  durationMinutes: number | null;
}

export const UNKNOWN_LOAD: Load = { vus: null, warehouses: null, rampupMinutes: null, durationMinutes: null };

/** `res.pg.load8.vu1.w100.5.120`: built by 8 virtual users, run by 1, 100 warehouses, 5 minutes of ramp-up, 120 measured. */
const RESULT_NAME = /(?:^|\.)res\.[a-z]+\.load\d{1,5}\.vu(\d{1,5})\.w(\d{1,7})\.(\d{1,5})\.(\d{1,6})(?:\.|$)/;

/** What the name of a directory, a tarball or a summary table says; null when it does not follow the convention. */
export function parseLoadName(name: string): Load | null {
  const found = RESULT_NAME.exec(name);
  if (!found) return null;
  const [vus = 0, warehouses = 0, rampupMinutes = 0, durationMinutes = 0] = found.slice(1).map(Number);
  return { vus, warehouses, rampupMinutes, durationMinutes };
}

/** From the nearest directory of a path that has it, else the name of the upload. */
export function loadOfDirectory(directory: string, rootLabel: string): Load {
  const parts = directory.split('/').reverse();
  for (const part of [...parts, rootLabel]) {
    const load = parseLoadName(part);
    if (load) return load;
  }
  return UNKNOWN_LOAD;
}

/** Row of the heatmap: `vu8.w100`, `vu8` when the number of warehouses is unknown. */
export function testName({ vus, warehouses }: Pick<Load, 'vus' | 'warehouses'>): string {
  if (vus === null) return 'tproc-c';
  return warehouses === null ? `vu${vus}` : `vu${vus}.w${warehouses}`;
}

/** `5 min ramp-up, 120 min`; null when nothing is known. */
export function workloadLabel(
  { rampupMinutes, durationMinutes }: Pick<Load, 'rampupMinutes' | 'durationMinutes'>,
  { allWarehouses = false, sessionsPerVu = null as number | null } = {},
): string | null {
  const words = [
    rampupMinutes === null ? null : `${rampupMinutes} min ramp-up`,
    durationMinutes === null ? null : `${durationMinutes} min`,
    sessionsPerVu === null ? null : `${sessionsPerVu} sessions per virtual user`,
    allWarehouses ? 'all warehouses' : null,
  ].filter((word) => word !== null);
  return words.length > 0 ? words.join(', ') : null;
}
