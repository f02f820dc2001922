import type { MadeValues } from '../made-values';
import type { PlannedServer } from '../servers';

const HEADER = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
`;
const WIDTHS = [2, 2, 6, 6, 6, 6, 4, 4, 5, 5, 4, 4, 2, 2, 2, 2, 2];
const KIB = 1024;

/** What `vmstat 5` prints: a row with means since boot, then the samples (docs/formats.md §8). */
export function vmstatLog({ clients, memoryBytes }: PlannedServer, values: MadeValues): string {
  const memory = Math.round(memoryBytes / KIB);
  const cache = Math.round(memory * 0.55);
  const row = (us: number, sy: number, [cs, written]: [cs: number, written: number]) =>
    [
      clients,
      0,
      0,
      Math.round(memory * 0.3),
      184_204,
      cache,
      0,
      0,
      0,
      written,
      Math.round(cs / 2),
      cs,
      us,
      sy,
    ]
      .concat(100 - us - sy, 0, 0)
      .map((cell, column) => String(cell).padStart(WIDTHS[column] ?? 0))
      .join(' ');
  const rows = values.us.values.map((us, sample) =>
    row(us, values.sy.values[sample] ?? 0, [
      values.cs.values[sample] ?? 0,
      Math.round(values.writeKbPerS.values[sample] ?? 0),
    ]),
  );
  return `${HEADER}${[row(4, 1, [2210, 388]), ...rows].join('\n')}\n`;
}
