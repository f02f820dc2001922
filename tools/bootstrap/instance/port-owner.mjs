import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { commandLine } from './processes.mjs';

const LISTEN = '0A'; // TCP_LISTEN in /proc/net/tcp

/**
 * The program that listens on a port, as far as this system and our rights let us see: `node server.js (process 4711)`.
 * @param {number} port
 * @returns {string | null}
 */
export function portOwner(port) {
  const pid = process.platform === 'linux' ? listenerOnLinux(port) : listenerByLsof(port);
  if (pid === null) return null;
  const command = commandLine(pid);
  return command ? `${command.slice(0, 80)} (process ${pid})` : `process ${pid}`;
}

/** @param {number} port */
function listenerByLsof(port) {
  const { stdout } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], { encoding: 'utf8' });
  const pid = Number.parseInt(stdout ?? '', 10);
  return Number.isNaN(pid) ? null : pid;
}

/** @param {number} port */
function listenerOnLinux(port) {
  const inodes = new Set(
    ['tcp', 'tcp6'].flatMap((table) =>
      listeningInodes(
        readOrNone(() => readFileSync(`/proc/net/${table}`, 'utf8'), ''),
        port,
      ),
    ),
  );
  if (inodes.size === 0) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (socketsOf(pid).some((inode) => inodes.has(inode))) return Number(pid);
  }
  return null;
}

/**
 * Inodes of the sockets that listen on a port.
 * @param {string} table content of /proc/net/tcp
 * @param {number} port
 */
export function listeningInodes(table, port) {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hexPort}`) && fields[3] === LISTEN)
    .map((fields) => fields[9] ?? '');
}

/** @param {string} pid */
function socketsOf(pid) {
  const directory = `/proc/${pid}/fd`;
  return readOrNone(() => readdirSync(directory), []).flatMap((fd) => {
    const link = readOrNone(() => readlinkSync(`${directory}/${fd}`), '');
    return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [];
  });
}

/**
 * @template T
 * @param {() => T} read
 * @param {T} none
 */
function readOrNone(read, none) {
  try {
    return read();
  } catch {
    return none; // another user's process, one that just ended, or no IPv6 here: nothing that we may see
  }
}
