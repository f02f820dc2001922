import { expect, it } from 'vitest';
import { hostTestName } from './host-test-name';

it.each([
  ['Tier2G_RW_4th.vmstat.txt', 'Tier2G_RW_4th'],
  ['Tier2G_RW_4th.iostat.txt', 'Tier2G_RW_4th'],
  ['iostat.ro.16.res', 'ro.16'],
  ['o.vm.dop2', 'o.dop2'],
  ['o.io.dop2', 'o.dop2'],
  ['o.vm.mariadb', 'o.mariadb'],
  ['iostat_kx_1.txt', 'kx_1'],
  ['o.test.iostat', 'o.test'],
  ['iostat.txt', 'iostat'],
  ['vmstat', 'vmstat'],
  ['2026-11-20.log', '2026-11-20'],
])('%s was taken of %s', (file, test) => {
  expect(hostTestName(file)).toBe(test);
});
