import { benchChanges, SERVERS_CHANGES } from './changes';
import { loadRows, usualOf } from './loads';
import type { BenchRow } from './measure';
import { type AppToMeasure, type Load, measureLoads, withApp } from './open-app';

const LOADS = 3;
/** Versions that the servers were seeded with, see seed-runs.ts. */
const VERSIONS = 60;

const all = Array.from({ length: VERSIONS }, (_, index) => `v=9.${index + 1}.0`);
const VIEWS = [
  { name: 'as the page opens', path: '/servers?product=MySQL' },
  { name: `${VERSIONS / 3} versions of each`, path: `/servers?${all.slice(0, VERSIONS / 3).join('&')}` },
  { name: 'all versions of each', path: `/servers?${all.join('&')}` },
];

/** 33 tests × 60 versions on 3 servers next to each other, and changes of them. */
export async function benchSideBySide(input: AppToMeasure, peer: Load): Promise<BenchRow[]> {
  return withApp(input, async ({ browser, url }) => {
    const rows: BenchRow[] = [];
    for (const { name, path } of VIEWS) {
      const view = `(g) 33 tests × ${VERSIONS} versions × 3 servers side by side, ${name}`;
      const loads = await measureLoads(browser, url + path, { ready: '#main', times: LOADS });
      rows.push(...loadRows(view, usualOf(loads), peer));
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      // The page listens when one link is the only stop of the table.
      await page.goto(url + path);
      await page.locator('.servers-grid [tabindex="0"]').first().waitFor();
      rows.push(...(await benchChanges(page, SERVERS_CHANGES, { view, table: '.servers-grid' })));
      await page.close();
    }
    return rows;
  });
}
