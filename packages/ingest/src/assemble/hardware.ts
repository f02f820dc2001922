import { cpuMicrosPerOp, type FormulaName } from '../model/formulas';
import type { MetricId } from '../model/metric';
import type { DeviceMeans } from '../parsers/iostat/iostat-log';
import type { VmstatLog } from '../parsers/vmstat/vmstat-log';
import type { Measurements, ReadAt } from './measurements';

interface Derived {
  value: number | null;
  perSecond: readonly [MetricId, FormulaName];
  perOp: readonly [MetricId, FormulaName] | null;
}

/** Adds the means of a log and, where the throughput `q` allows it, what one operation cost. */
function addDerived(
  measurements: Measurements,
  at: ReadAt,
  q: number | null,
  derived: readonly Derived[],
): void {
  for (const { value, perSecond, perOp } of derived) {
    if (value === null) continue;
    measurements.computed(perSecond[0], value, { ...at, formula: perSecond[1] });
    if (perOp && q !== null && q > 0)
      measurements.computed(perOp[0], value / q, { ...at, formula: perOp[1] });
  }
}

/** @param q throughput of the test in its own unit, null without one */
export function addVmstat(
  measurements: Measurements,
  { path, log }: { path: string; log: VmstatLog },
  { q, cores }: { q: number | null; cores: number | null },
): void {
  const at = { file: path, line: log.firstLine, lineEnd: log.lastLine };
  const cpu = log.us + log.sy;
  measurements.computed('samples_vmstat', log.samples, { ...at, formula: 'count_samples' });
  addDerived(measurements, at, q, [
    { value: cpu, perSecond: ['cpu_percent', 'mean_us_sy'], perOp: ['cpu_per_op', 'cpu_per_op'] },
    { value: log.cs, perSecond: ['cs_per_s', 'mean_cs'], perOp: ['cs_per_op', 'cs_per_op'] },
  ]);
  if (q === null || q <= 0 || cores === null) return;
  measurements.computed('cpu_us_per_op', cpuMicrosPerOp(cpu, cores, q), { ...at, formula: 'cpu_us_per_op' });
}

export function addIostat(
  measurements: Measurements,
  { path, log }: { path: string; log: DeviceMeans },
  q: number | null,
): void {
  const at = { file: path, line: log.firstLine, lineEnd: log.lastLine };
  measurements.computed('samples_iostat', log.samples, { ...at, formula: 'count_samples' });
  addDerived(measurements, at, q, [
    {
      value: log.readsPerS,
      perSecond: ['reads_per_s', 'mean_reads'],
      perOp: ['reads_per_op', 'reads_per_op'],
    },
    {
      value: log.readKbPerS,
      perSecond: ['read_kb_per_s', 'mean_read_kb'],
      perOp: ['read_kb_per_op', 'read_kb_per_op'],
    },
    { value: log.writesPerS, perSecond: ['writes_per_s', 'mean_writes'], perOp: null },
    {
      value: log.writeKbPerS,
      perSecond: ['write_kb_per_s', 'mean_write_kb'],
      perOp: ['write_kb_per_op', 'write_kb_per_op'],
    },
  ]);
}
