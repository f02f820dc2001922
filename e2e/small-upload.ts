import { gzipSync } from 'node:zlib';
import { sysbenchLog } from '@basecase/ingest/testing/sysbench-log';
import { type APIRequestContext, expect, test } from '@playwright/test';

/** Files by path. */
export type Files = Record<string, string>;

/** A name for this try of the test: the next one must not find what a failed one has stored. */
export function ofTry(name: string): string {
  const { retry } = test.info();
  return retry === 0 ? name : `retry${retry}-${name}`;
}

/** A log with this throughput. The same log twice is one result: a retry has its own. */
function logOf(qps: number, retry: number): string {
  const log = sysbenchLog({
    events: `${Math.round(qps * 10)}`,
    perSecond: qps.toFixed(2),
    seconds: '10.0002',
    latency: ['0.05', '0.08', '3.21', '0.10', `9987.6${5 + retry}`],
    busy: '9.9877',
  });
  return `sysbench --threads=1 --time=10 oltp_point_select.lua run\n${log}`;
}

/**
 * Logs of a run by the throughput of its tests.
 *
 * @param retry 0 for logs that tests share, so that they are stored once
 */
export function run(directory: string, qps: Record<string, number>, retry = test.info().retry): Files {
  return Object.fromEntries(
    Object.entries(qps).map(([test, value]) => [
      `${directory}/sb.o.${test}.range100.pk1.dop1`,
      logOf(value, retry),
    ]),
  );
}

/** What an upload became. */
export interface Stored {
  id: string;
  /** Path and query of the heatmap of its first run. */
  comparePath: string;
}

/** Sends files as a tarball, as scripts do, and waits until they are stored. */
export async function upload(
  request: APIRequestContext,
  files: Files,
  { server, filename = 'small.tar.gz' }: { server?: string; filename?: string },
): Promise<Stored> {
  const query = new URLSearchParams({ filename, ...(server && { server }) });
  const sent = await request.put(`/api/v1/uploads?${query}`, { data: tarball(files) });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { id } = await sent.json();
  const view = async () => (await request.get(`/api/v1/uploads/${id}`)).json();
  await expect.poll(async () => (await view()).state).toBe('stored');
  const { pathname, search } = new URL((await view()).runs[0].compareUrl);
  return { id, comparePath: pathname + search };
}

/** Answers the question that a new server is asked: a dedicated machine may be sure without evidence of its noise. */
export async function sayDedicated(request: APIRequestContext, server: string): Promise<void> {
  const said = await request.patch(`/api/v1/servers/${server}`, { data: { kind: 'dedicated' } });
  expect(said.ok(), await said.text()).toBe(true);
}

const BLOCK = 512;

/** Files as a gzipped tar archive. */
export function tarball(files: Files): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [header(name, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]));
}

/** A ustar header: name, mode, owner, size, time, checksum, type. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  block.write(name, 0, 100);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\0' + '00', 257);
  block.write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return block;
}
