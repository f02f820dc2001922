import type { IostatLog } from '../parsers/host/iostat/iostat-log';

/**
 * The means of an iostat log by the simplest means: split by lines and spaces. It shares no code with the parser.
 *
 * @returns what differs, in words
 */
export function compareWithNaiveMeans(path: string, text: string, log: IostatLog): string[] {
  const naive = naiveMeans(text);
  return log.devices.flatMap((device) => {
    const rows = naive.get(device.name) ?? [];
    const mean = (column: number) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / device.samples;
    const pairs: [string, number | null, number][] = [
      ['r/s', device.readsPerS, mean(0)],
      ['rkB/s', device.readKbPerS, mean(1)],
      ['w/s', device.writesPerS, mean(2)],
      ['wkB/s', device.writeKbPerS, mean(3)],
    ];
    const wrong = pairs
      .filter(
        ([, found, expected]) =>
          found !== null && !(Math.abs(found - expected) <= 1e-6 * Math.abs(expected) + 1e-9),
      )
      .map(([name, found, expected]) => `${path}: ${device.name} ${name} is ${found}, expected ${expected}`);
    const isListed = rows.length === device.samples || (leavesOutIdle(path) && rows.length < device.samples);
    return isListed
      ? wrong
      : [...wrong, `${path}: ${device.name} has ${device.samples} samples, expected ${rows.length}`];
  });
}

/** The options of the logs that iostat's own tests expect are in their names. */
function leavesOutIdle(path: string): boolean {
  return /-[km]z$/.test(path);
}

const COLUMNS = [
  ['r/s'],
  ['rkB/s', 'rMB/s', 'kB_read/s', 'MB_read/s'],
  ['w/s'],
  ['wkB/s', 'wMB/s', 'kB_wrtn/s', 'MB_wrtn/s'],
];

function naiveMeans(text: string): Map<string, number[][]> {
  const rows = new Map<string, number[][]>();
  for (const run of text.split(/^(?=Linux )/m)) addRun(run, rows);
  return rows;
}

/** Two empty lines after the first line: made with -y. Otherwise the first report does not count. */
function addRun(text: string, rows: Map<string, number[][]>): void {
  const isGrep = !text.startsWith('Linux');
  const blocks = text.split(/^(?=Device)/m).slice(isGrep ? 0 : 1);
  const counted = /^Linux [^\n]*\n\n\n/.test(text) || isGrep ? blocks : blocks.slice(1);
  for (const block of counted) {
    const [header = '', ...lines] = (block.split(/\n\s*\n/)[0] ?? '').split('\n');
    const names = header.trim().split(/\s+/);
    for (const line of isGrep ? lines.slice(1) : lines) {
      const cells = line.replaceAll(',', '.').trim().split(/\s+/);
      const values = COLUMNS.map((candidates) => {
        const name = candidates.find((candidate) => names.includes(candidate)) ?? '';
        const value = Number(cells[names.indexOf(name)]);
        return /MB/.test(name) ? value * 1024 : value;
      });
      const [device = ''] = cells;
      if (device !== '') rows.set(device, [...(rows.get(device) ?? []), values]);
    }
  }
}
