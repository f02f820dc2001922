import type { FioDefinition, FioMarker, FioOptions } from '../fio-log';

interface Named {
  marker: FioMarker | null;
  definitions: readonly FioDefinition[];
}

/**
 * Name of a row: `fsync=1_16K` after a marker of the fsync study (sync mode and block size), else
 * `<job name>_<block size>` (`randread_4K`), with the operation when the job's name lacks it and with the queue
 * depth when it is not 1: `iotest.randread.qd16_4K`.
 */
export function toTestName(
  { marker, definitions }: Named,
  { name, group, options }: { name: string; group: number; options: FioOptions },
): string {
  const isAlone = new Set(definitions.map((definition) => definition.name)).size <= 1;
  if (marker) return `${marker.sync}${isAlone ? '' : `.${name}`}_${marker.blockSize}`;
  const definition = definitions.find((known) => known.name === name && known.group === group);
  const rw = options.rw ?? definition?.rw ?? null;
  const size = options.blockSize ?? definition?.blockSize ?? null;
  const depth = options.iodepth ?? definition?.iodepth ?? 1;
  const parts = [name.trim().replaceAll(/\s+/g, '-')];
  if (rw !== null && !name.includes(rw)) parts.push(rw);
  if (depth > 1) parts.push(`qd${depth}`);
  return `${parts.join('.')}${size === null ? '' : `_${size}`}`;
}
