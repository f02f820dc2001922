import { readdirSync, readFileSync } from 'node:fs';
import { cpus, hostname, release, totalmem } from 'node:os';
import type { RunFacts } from '@basecase/ingest/model';
import { findDisk, findFilesystem } from './disk';

/** Facts of a machine, including those that may change from one day to the next. */
export interface Machine {
  /** As its system calls it. */
  name: string;
  cores: number;
  cpu: string;
  memoryBytes: number;
  storage: string;
  os: string;
  isVirtual: boolean;
  facts: RunFacts;
}

const GOVERNOR = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor';

/** `c2r24`: cores and memory in GB, as the names of configs have them. */
export function machineWord({ cores, memoryBytes }: Pick<Machine, 'cores' | 'memoryBytes'>): string {
  return `c${cores}r${Math.round(memoryBytes / 2 ** 30)}`;
}

/**
 * @param directory where the data will be, for the kind of disk
 */
export async function describeMachine(directory: string): Promise<Machine> {
  const cpuInfo = readFileSync('/proc/cpuinfo', 'latin1');
  const isVirtual = /^flags\b.*\bhypervisor\b/m.test(cpuInfo);
  const microcode = /^microcode\s*:\s*(\S+)/m.exec(cpuInfo)?.[1];
  const governor = findText(GOVERNOR);
  const osRelease = findText('/etc/os-release') ?? '';
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(osRelease)?.[1] ?? '';
  const os = `${field('NAME')} ${field('VERSION_ID')}`.trim();
  const cpu = (cpus()[0]?.model ?? 'unknown').trim();
  const disk = await findDisk(directory);
  const storage = describeStorage(disk, isVirtual);
  const [filesystem, numa] = [await findFilesystem(directory), findNuma()];
  const hypervisor = isVirtual ? (findText('/sys/class/dmi/id/sys_vendor') ?? 'not told') : null;
  return {
    name: hostname(),
    cores: cpus().length,
    cpu,
    memoryBytes: totalmem(),
    storage,
    os: `${os}, Linux ${release()}`,
    isVirtual,
    facts: {
      kernel: release(),
      cpu,
      storage,
      ...(os !== '' && { os }),
      ...(microcode !== undefined && { microcode }),
      ...(governor !== null && { governor }),
      ...(hypervisor !== null && { hypervisor }),
      ...(filesystem !== null && { filesystem }),
      ...(numa !== null && { numa }),
    },
  };
}

/** `2 nodes`: NUMA nodes with CPUs or memory; null where the kernel does not tell. */
function findNuma(): string | null {
  try {
    const nodes = readdirSync('/sys/devices/system/node').filter((name) => /^node\d+$/.test(name)).length;
    return nodes === 0 ? null : `${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
  } catch {
    // A kernel without NUMA has no such directory.
    return null;
  }
}

/** With the model of the disk where the system tells it. */
function describeStorage(disk: string | null, isVirtual: boolean): string {
  const kind = isVirtual ? 'virtual disk' : 'local disk';
  if (disk === null) return kind;
  return disk.includes(',') ? disk : `${disk}, ${kind}`;
}

/** @returns null where the machine does not tell, which virtual ones often don't */
export function findGovernor(): string | null {
  return findText(GOVERNOR);
}

function findText(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? null : text;
  } catch {
    // Not there on this machine, or not for this user.
    return null;
  }
}
