import { type BenchRow, median } from './measure';
import { type AppToMeasure, type Load, measureLoad, openApp } from './open-app';

const LOADS = 3;
/** Versions that the servers were seeded with, see seed-runs.ts. */
const VERSIONS = 60;

const all = Array.from({ length: VERSIONS }, (_, index) => `v=9.${index + 1}.0`).join('&');
const VIEWS = [
  { name: 'as the page opens', path: '/servers?product=MySQL' },
  {
    name: `${VERSIONS / 3} versions of each`,
    path: `/servers?${all
      .split('&')
      .slice(0, VERSIONS / 3)
      .join('&')}`,
  },
  { name: 'all versions of each', path: `/servers?${all}` },
];

/** 33 tests × 60 versions on 3 servers next to each other. */
export async function benchSideBySide(input: AppToMeasure): Promise<BenchRow[]> {
  const { browser, url, close } = await openApp(input);
  try {
    const rows: BenchRow[] = [];
    for (const { name, path } of VIEWS) {
      await measureLoad(browser, url + path, '#main');
      const loads: Load[] = [];
      for (let i = 0; i < LOADS; i += 1) loads.push(await measureLoad(browser, url + path, '#main'));
      rows.push(toRow(name, loads));
    }
    return rows;
  } finally {
    await close();
  }
}

function toRow(name: string, loads: readonly Load[]): BenchRow {
  const lcp = median(loads.map(({ lcpMs }) => lcpMs));
  const blocking = median(loads.map(({ blockingMs }) => blockingMs));
  const kilobytes = median(loads.map(({ bytes }) => bytes / 1024));
  return {
    what: `(g) 33 tests × ${VERSIONS} versions × 3 servers side by side, ${name}`,
    aim: '≤ 500 ms, blocking ≤ 50 ms, ≤ 200 KB',
    reached: `${lcp.toFixed(0)} ms, blocking ${blocking.toFixed(0)} ms, ${kilobytes.toFixed(0)} KB`,
    met: lcp <= 500 && blocking <= 50 && kilobytes <= 200,
  };
}
