import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type BenchRow, median } from '../measure';
import { type Load, measureLoad, openBrowser } from '../open-app';
import { peerPage, QUERIES, SHOWN } from './peer-page';

const LOADS = 5;
/** The last cell of its last table. */
const READY = '#details_body tr:last-child td:last-child';

/** A page of the size and kind of ClickBench's in the same browser and run, for ratios that hold on any machine. */
export async function benchPeer(chromium: string): Promise<{ peer: Load; rows: BenchRow[] }> {
  const page = peerPage();
  const packed = gzipSync(page);
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await openBrowser(chromium);
  try {
    const loads: Load[] = [];
    await measureLoad(browser, `http://127.0.0.1:${port}/`, READY);
    for (let i = 0; i < LOADS; i += 1)
      loads.push(await measureLoad(browser, `http://127.0.0.1:${port}/`, READY));
    const peer: Load = {
      lcpMs: median(loads.map(({ lcpMs }) => lcpMs)),
      blockingMs: median(loads.map(({ blockingMs }) => blockingMs)),
      bytes: packed.length,
    };
    const reached = `${peer.lcpMs.toFixed(0)} ms, blocking ${peer.blockingMs.toFixed(0)} ms, ${(packed.length / 1024).toFixed(0)} KB gzip`;
    return {
      peer,
      rows: [
        {
          what: `(p) peer: one page of ${(page.length / 1024).toFixed(0)} KB that makes its tables of ${SHOWN} systems × ${QUERIES} queries by script, largest contentful paint`,
          aim: '–',
          reached,
          met: true,
        },
      ],
    };
  } finally {
    await browser.close();
    server.close();
  }
}
