import type { DetailsBuilder } from '../../../files/details-builder';
import { LogClock } from '../log-clock';
import { SLOT, slotOf } from './columns';
import { isStorage } from './device-sums';
import type { ReportVisitor } from './report-visitor';

/** How a column is shown over time: a printed value divided by this is in `unit`. */
interface Column {
  id: string;
  label: string;
  unit: string;
  divisor: number;
}

const column = (id: string, label: string, unit: string, divisor = 1): Column => ({
  id,
  label,
  unit,
  divisor,
});

const SLOT_COLUMNS: ReadonlyMap<number, Column> = new Map([
  [SLOT.readsPerS, column('reads_per_s', 'r/s', 'reads/s')],
  [SLOT.readKbPerS, column('read_kb_per_s', 'rkB/s', 'KB/s')],
  [SLOT.writesPerS, column('writes_per_s', 'w/s', 'writes/s')],
  [SLOT.writeKbPerS, column('write_kb_per_s', 'wkB/s', 'KB/s')],
  [SLOT.totalKbPerS, column('total_kb_per_s', 'kB/s', 'KB/s')],
]);
/** Times are printed in milliseconds. */
const WAITS = { await: 'io_await', r_await: 'read_await', w_await: 'write_await', f_await: 'flush_await' };
const UTIL = column('util_percent', '%util', '%');
const QUEUE = column('queue_size', 'aqu-sz', 'requests');
/** Columns of all layouts, and keys of `-o JSON`, that have no mean. */
const DEVICE_COLUMNS: ReadonlyMap<string, Column> = new Map([
  ['tps', column('transfers_per_s', 'tps', 'transfers/s')],
  ['d/s', column('discards_per_s', 'd/s', 'discards/s')],
  ['f/s', column('flushes_per_s', 'f/s', 'flushes/s')],
  ...Object.entries(WAITS).map(([name, id]) => [name, column(id, name, 's', 1000)] as const),
  ['avgqu-sz', QUEUE],
  ['aqu-sz', QUEUE],
  ['%util', UTIL],
  ['util', UTIL],
]);

/** Values of `avg-cpu`; JSON has them without the percent sign. */
const CPU_COLUMNS: ReadonlyMap<string, Column> = new Map(
  ['user', 'nice', 'system', 'iowait', 'steal', 'idle'].flatMap((name) => {
    const own = column(`cpu_${name}_percent`, `%${name}`, '% of all cores');
    return [[name, own] as const, [`%${name}`, own] as const];
  }),
);

function deviceColumn(name: string): Column | undefined {
  const slot = slotOf(name);
  const own = slot && SLOT_COLUMNS.get(slot.slot);
  return own ? { ...own, divisor: 1 / slot.factor } : DEVICE_COLUMNS.get(name);
}

/**
 * Draws the activity of each device over time, and of the CPU. Loop devices, the report since boot and what is 0
 * throughout are left out. Seconds are those of the log's times (-t), counted from the first one; a log without them is
 * read as one report a second, because iostat does not print its interval.
 */
export function newCharts(details: DetailsBuilder): ReportVisitor {
  const clock = new LogClock();
  /** CPU and time are printed before the devices of their report. */
  let cpu: { values: ReadonlyMap<string, number>; line: number } | null = null;
  let time: number | null = null;
  let counted = 0;
  let second = 0;
  let isLeftOut = false;

  const add = (
    of: string | null,
    columnOf: (name: string) => Column | undefined,
    { values, line }: { values: ReadonlyMap<string, number>; line: number },
  ) => {
    if (isLeftOut) return;
    for (const [name, value] of values) {
      const found = columnOf(name);
      if (!found) continue;
      const { divisor, ...head } = found;
      details.optionalSeries({ ...head, of }).add(second, value / divisor, line);
    }
  };

  return {
    time(text) {
      time = clock.at(text);
    },
    cpu(values, line) {
      cpu = { values, line };
    },
    report(_, isSinceBoot) {
      isLeftOut = isSinceBoot;
      if (!isSinceBoot) counted += 1;
      second = time ?? counted;
      time = null;
      if (cpu) add(null, (name) => CPU_COLUMNS.get(name), cpu);
      cpu = null;
    },
    device(name, values, line) {
      if (isStorage(name)) add(name.trim(), deviceColumn, { values, line });
    },
  };
}
