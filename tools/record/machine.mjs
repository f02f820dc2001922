import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem } from 'node:os';

const BYTES_PER_GB = 2 ** 30;

/** Number and letter of the settings, followed by cores and memory: `b1_c2r24`. */
export function getConfigName() {
  return `b1_c${availableParallelism()}r${Math.round(totalmem() / BYTES_PER_GB)}`;
}

/**
 * @returns {Promise<boolean>}
 */
export async function isVirtualMachine() {
  const cpuInfo = await readFile('/proc/cpuinfo', 'utf8');
  return /^flags\b.*\bhypervisor\b/m.test(cpuInfo);
}

/**
 * @returns {Promise<object>} the machine as `basecase.json` describes a server
 */
export async function describeMachine() {
  const osRelease = await readFile('/etc/os-release', 'utf8');
  const getField = (/** @type {string} */ name) =>
    new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(osRelease)?.[1] ?? '';

  return {
    name: `record-${availableParallelism()}core`,
    cores: availableParallelism(),
    cpu: cpus()[0].model,
    memoryBytes: totalmem(),
    storage: (await isVirtualMachine()) ? 'virtual disk' : 'local disk',
    os: `${getField('NAME')} ${getField('VERSION_ID')}, Linux ${release()}`,
  };
}
