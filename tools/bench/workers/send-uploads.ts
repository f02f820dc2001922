import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that send at the same time. */
const SENDERS = 4;
/** Servers that the uploads are of, in turn: those of `seedLists`. */
const SERVERS = 40;

/**
 * Sends tarballs to the API, each as one of another server than those before.
 *
 * @param options perSecond: at this rate, or at once; from: how many were sent before
 * @throws Error when one is not taken
 */
export async function sendUploads(
  url: string,
  { tarballs, perSecond, from }: { tarballs: readonly string[]; perSecond: number; from: number },
): Promise<void> {
  const start = performance.now();
  let next = 0;
  const send = async () => {
    for (let index = next++; index < tarballs.length; index = next++) {
      const due = start + (index * 1000) / perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      await put(url, tarballs[index] ?? '', `bench-${1 + ((from + index) % SERVERS)}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function put(url: string, tarball: string, server: string): Promise<void> {
  const query = new URLSearchParams({ filename: path.basename(tarball), server });
  const body = await readFile(tarball);
  const answer = await fetch(`${url}/api/v1/uploads?${query}`, { method: 'PUT', body });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${tarball} was not taken: ${answer.status} ${text}`);
}
