import { runProcess } from './processes.mjs';

const TOOLS = [
  { command: 'sysbench', versionFlag: '--version', debianPackage: 'sysbench' },
  { command: 'vmstat', versionFlag: '-V', debianPackage: 'procps' },
  { command: 'iostat', versionFlag: '-V', debianPackage: 'sysstat' },
];

/**
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>} the Debian packages of the tools that are not installed
 */
async function listMissingPackages(signal) {
  const missing = [];
  for (const { command, versionFlag, debianPackage } of TOOLS) {
    const isInstalled = await runProcess(command, [versionFlag], { signal }).then(
      () => true,
      () => false,
    );
    if (!isInstalled) missing.push(debianPackage);
  }
  signal.throwIfAborted();
  return missing;
}

/**
 * Makes sure sysbench, vmstat and iostat are there; as root it installs what is missing.
 *
 * @param {AbortSignal} signal
 */
export async function ensureTools(signal) {
  const missing = await listMissingPackages(signal);
  if (missing.length === 0) return;

  const installCommand = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`Not installed: ${missing.join(', ')}. Install with: sudo ${installCommand}`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runProcess('apt-get', ['update', '-qq'], { signal, env });
  await runProcess('apt-get', ['install', '-y', '--no-install-recommends', ...missing], {
    signal,
    env,
  });

  const stillMissing = await listMissingPackages(signal);
  if (stillMissing.length > 0) {
    throw new Error(`Still not usable after ${installCommand}: ${stillMissing.join(', ')}`);
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<string>} e.g. "1.0.20"
 */
export async function getSysbenchVersion(signal) {
  const output = await runProcess('sysbench', ['--version'], { signal });
  return output.replace('sysbench', '').trim();
}
