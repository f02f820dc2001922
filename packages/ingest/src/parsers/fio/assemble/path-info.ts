import path from 'node:path';
import { baseName } from '../../../layout/base-name';
import type { Server, Variant } from '../../../model/run';

/** What the path of a fio log or table says. */
export interface FioPathInfo {
  label: string;
  variant: Variant;
  server: Server | null;
  /** `300 s` */
  seconds: string | null;
  /** Concurrent jobs. */
  jobs: number | null;
}

/** `o.ext4.dell32.secs300.16`: file system, server, seconds, jobs */
const STUDY = /^o\.([\w-]+)\.([\w-]+)\.secs(\d+)\.(\d+)$/;
/** `o.fio_sync.hetz`, `o.fio_sync.gcp.local`: server, and what else it says; one job */
const STUDY_2 = /^o\.fio_sync\.([\w-]+)(?:\.([\w.-]+))?$/;
/** `sum.16.ext4.dell32.csv`: jobs, file system, server */
const SUMMARY = /^sum\.(\d+)\.([\w-]+)\.([\w-]+)\.(?:csv|txt)$/;
/** `dec25.fio.300secs/` */
const SECONDS_IN_PATH = /(?:^|[^\d])(\d{1,6})_?secs?(?:[^a-z]|$)/;
const STORAGE =
  'ext[234]|xfs|btrfs|zfs|f2fs|bcachefs|ntfs|tmpfs|nfs|ebs|nvme\\w*|ssd|hdd|floppy|optane|raid\\d*|md\\d+|[sv]d[a-z]';
const STORAGE_WORD = new RegExp(`(?:^|[^a-z0-9])(${STORAGE})(?=[^a-z0-9]|$)`, 'i');
/** A file system or a device and nothing else: never the name of a server. */
const ONLY_STORAGE = new RegExp(`^(?:${STORAGE})$`, 'i');

/** @param filePath path within the upload */
export function toFioPathInfo(filePath: string, rootLabel: string): FioPathInfo {
  const name = baseName(filePath);
  const [, first, second, seconds, jobs] = STUDY.exec(name) ?? [];
  if (first && second) return study([first, second], { seconds: `${seconds} s`, jobs: Number(jobs) });
  const [, count, of, on] = SUMMARY.exec(name) ?? [];
  if (of && on) return study([of, on], { seconds: secondsInPath(filePath), jobs: Number(count) });
  const [, host, rest] = STUDY_2.exec(name) ?? [];
  if (!host) return fromPath(filePath, rootLabel);
  if (!ONLY_STORAGE.test(host)) return { ...fromPath(filePath, rootLabel, rest), server: toServer(host) };
  return fromPath(filePath, rootLabel, rest === undefined ? host : `${host}.${rest}`);
}

/** File system and server, in this order unless only the other one makes sense; of two file systems none is a server. */
function study(
  [first, second]: readonly [string, string],
  said: Pick<FioPathInfo, 'seconds' | 'jobs'>,
): FioPathInfo {
  const isSwapped = ONLY_STORAGE.test(second) && !ONLY_STORAGE.test(first);
  const [system, server] = isSwapped ? [second, first] : [first, second];
  const label = `${system}.${server}`;
  if (ONLY_STORAGE.test(server)) return { label, variant: toVariant(label, true), server: null, ...said };
  return { label, variant: toVariant(system, true), server: toServer(server), ...said };
}

/** The word for a file system or a device that stands nearest to the file; else the name of the directory. */
function fromPath(filePath: string, rootLabel: string, word?: string): FioPathInfo {
  const parent = path.posix.basename(path.posix.dirname(filePath));
  const label = parent === '.' || parent === '' ? rootLabel : parent;
  const parts = filePath.split('/').reverse();
  const found = parts.findIndex((part) => STORAGE_WORD.test(part));
  const version = word ?? STORAGE_WORD.exec(parts[found] ?? '')?.[1];
  return {
    // `FLOPPY/random/` and `FLOPPY/sequential/` are one run.
    label: found > 0 ? (parts[found] ?? label) : label,
    variant: toVariant(version ?? label, version !== undefined),
    server: null,
    seconds: null,
    jobs: null,
  };
}

function toVariant(version: string, versionKnown: boolean): Variant {
  return { product: 'storage', version, versionKnown, flavour: null, config: null };
}

function toServer(name: string): Server {
  return { name, cores: null, cpu: null, memoryBytes: null, storage: null, os: null };
}

function secondsInPath(filePath: string): string | null {
  const digits = SECONDS_IN_PATH.exec(path.posix.dirname(filePath))?.[1];
  return digits === undefined ? null : `${digits} s`;
}
