import type { IostatLog } from '../parsers/iostat/iostat-log';
import { readCorpusFile } from './corpus';

/**
 * The means of an iostat log by the simplest means: split by lines and spaces. It shares no code with the parser.
 *
 * @returns what differs, in words
 */
export function compareWithNaiveMeans(path: string, log: IostatLog): string[] {
  const naive = naiveMeans(readCorpusFile(path).toString('latin1'));
  return log.devices.flatMap((device) => {
    const rows = naive.get(device.name) ?? [];
    const mean = (column: number) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
    const pairs: [string, number | null, number][] = [
      ['samples', device.samples, rows.length],
      ['r/s', device.readsPerS, mean(0)],
      ['rkB/s', device.readKbPerS, mean(1)],
      ['w/s', device.writesPerS, mean(2)],
      ['wkB/s', device.writeKbPerS, mean(3)],
    ];
    return pairs
      .filter(
        ([, found, expected]) =>
          found !== null && !(Math.abs(found - expected) <= 1e-6 * Math.abs(expected) + 1e-9),
      )
      .map(([name, found, expected]) => `${path}: ${device.name} ${name} is ${found}, expected ${expected}`);
  });
}

const COLUMNS = [
  ['r/s'],
  ['rkB/s', 'rMB/s', 'kB_read/s', 'MB_read/s'],
  ['w/s'],
  ['wkB/s', 'wMB/s', 'kB_wrtn/s', 'MB_wrtn/s'],
];

function naiveMeans(text: string): Map<string, number[][]> {
  const rows = new Map<string, number[][]>();
  for (const block of text.split(/\n(?=Device)/).slice(1)) {
    const [header = '', ...lines] = (block.split(/\n\s*\n/)[0] ?? '').split('\n');
    const names = header.trim().split(/\s+/);
    for (const line of lines) {
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
  return rows;
}
