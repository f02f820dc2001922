import { describe, expect, it } from 'vitest';
import { chooseDevice } from '../../../assemble/beside';
import { visitLines } from '../../../files/line-blocks';
import { FileReporter } from '../../../files/reporter';
import { CORPUS, corpusTitle, readCorpusFile, readIndex } from '../../../testing/corpus';
import { corpusKeys } from '../../../testing/corpus-keys/host';
import { checkCorpus, toMarkdown } from '../../../testing/corpus-report';
import { compareWithNaiveMeans } from '../../../testing/naive-iostat';
import { parseBytes } from '../../../testing/parse-bytes';
import type { IostatLog } from './iostat-log';
import type { ReportVisitor } from './report-visitor';
import { readText } from './text-session';

const MYTOOLS =
  'mdcallag+mytools/bench/arc/feb25.pg.flat/x.pg1023_o2nofp.x10a_c32r128.pk1/sb.io.point-query.range100.pk1.dop40';
const TRIM = 'mdcallag+mytools/bench/trimbench/res.ext4.discard.noraid.1crucial.linux65.socket2';
const PERCONA =
  'Percona-Lab-results+2026-mariadb-threadpool/benchmark_logs/mysql/8.4.8/Tier12G_RW_64th.iostat.txt';
const HGXL64 = 'hgxl64+mariadb-benchmarks/Archive/Sysbench-0.5/MDEV-16413/latin1/res06/iostat.ro.8.res';

const rows = CORPUS ? readIndex().filter(({ tool }) => tool === 'iostat') : [];
const logs = rows.filter(({ variant }) => !/JSON|sum_iostat/.test(variant));

async function parse(path: string) {
  const { log, diagnostics } = await parseBytes<IostatLog>(path, readCorpusFile(path));
  if (log?.type !== 'iostat') throw new Error(`${path} read as ${log?.type}`);
  return { log, codes: diagnostics.map(({ code }) => code) };
}

describe.skipIf(!CORPUS)(corpusTitle('corpus: vmstat and iostat'), () => {
  it('has the expected value for every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ variant }) => variant !== 'sum_iostat.sh output');
    process.stdout.write(`${toMarkdown(report)}\n`);
    expect(report.failures).toEqual([]);
  });

  it('means what the rows say, added up by the simplest means', async () => {
    const wrong: string[] = [];
    let devices = 0;
    for (const { path } of logs.filter((row) => !/iostat-(?:human|compact|s)$/.test(row.path))) {
      const { log } = await parse(path);
      devices += log.devices.length;
      wrong.push(...compareWithNaiveMeans(path, readCorpusFile(path).toString('latin1'), log));
    }
    process.stdout.write(`iostat: ${devices} devices of ${logs.length} logs added up\n`);
    expect(wrong).toEqual([]);
  });

  it('reads no line wrongly', async () => {
    for (const { path } of logs) {
      const { codes } = await parse(path);
      expect([path, codes.filter((code) => code !== 'SINCE_BOOT')]).toEqual([path, []]);
    }
  });
});

describe.skipIf(!CORPUS)(corpusTitle('corpus: iostat, what counts'), () => {
  it('reads the complete reports of a JSON whose writer was killed', async () => {
    const { log, codes } = await parse('SELFRUN/procps_sysstat/iostat_json_killed_truncated.json');
    expect(codes).toEqual(['TRUNCATED_LOG']);
    // Of four reports the first is since boot: (8550 + 8075 + 8457) / 3
    expect(log).toMatchObject({ reports: 3, sinceBoot: 1 });
    expect(log.devices[0]).toMatchObject({ name: 'vda', samples: 3, readsPerS: 25_082 / 3 });
  });

  it.each([
    // mytools records with -y, which shows in the empty lines; the others without.
    [MYTOOLS, 335, 0],
    [`${TRIM}/o.test.iostat`, 90, 0],
    ['SELFRUN/procps_sysstat/iostat_y_kx_1.txt', 5, 0],
    ['SELFRUN/procps_sysstat/iostat_kx_1_withfirst.txt', 4, 1],
    ['SELFRUN/procps_sysstat/iostat_x_json.json', 2, 1],
    [PERCONA, 902, 1],
    // Two logs appended to each other, with a first line each.
    [HGXL64, 50, 2],
    ['textindex-excerpts/iostat_ub20_x_longdate_manjaro.id258724980.txt', 0, 1],
  ])('%s: %i reports, %i since boot', async (path, reports, sinceBoot) => {
    expect((await parse(path)).log).toMatchObject({ reports, sinceBoot });
  });

  it.each([
    [MYTOOLS, 'md2'],
    [`${TRIM}/o.test.iostat`, 'nvme0n1'],
    [`${TRIM}/o.test.iostat.nvme0n1`, 'nvme0n1'],
    [PERCONA, 'nvme0n1'],
    // The array of the data is idle in this read-only test; the system's mirror writes a little, sdb is listed first.
    [HGXL64, 'sdb'],
    ['hgxl64+mariadb-benchmarks/Archive/sysbench-runs/series06/res11/iostat.rw.16.res', 'md2'],
    ['kellyjonbrazil+jc/tests/fixtures/ubuntu-18.04/iostat-1.out', 'sda'],
    ['GoogleCloudPlatform+PerfKitBenchmarker/tests/data/iostat_output.json', 'sda'],
    // KB in the two reports after the first: sdd 67.48 in one, sdq 7.86 + 48.02.
    ['sysstat+sysstat/tests/expected.iostat', 'sdd'],
    // KB/s in the second report: sdr 4.81 + 16.04, sds 16.04 + 3.21, sdq 7.86.
    ['sysstat+sysstat/tests/expected.iostat-compact', 'sdr'],
    ['sysstat+sysstat/tests/expected.iostat-x-p-ALL-JSON', 'sdr'],
    ['sysstat+sysstat/tests/expected.iostat-g-JSON', 'sda'],
  ])('%s: counts %s', async (path, device) => {
    expect(chooseDevice([(await parse(path)).log])?.name).toBe(device);
  });
});

/** Keys as jc writes them: `kB_read/s` is kb_read_s, `%util` percent_util. */
function toJcKey(column: string): string {
  return column.replace('%', 'percent_').replaceAll(/[/-]/g, '_').toLowerCase();
}

describe.skipIf(!CORPUS)(corpusTitle('corpus: iostat, every number of a JSON of the same log'), () => {
  const pairs = rows
    .filter(({ variant }) => variant === 'parsed JSON (ground truth)')
    .map(({ path }) => [path, path.replace(/(?:-streaming)?\.json$/, '.out')] as const);

  it.each(pairs)('%s', (json, out) => {
    const expected = JSON.parse(readCorpusFile(json).toString()) as Record<string, unknown>[];
    const found: Record<string, unknown>[] = [];
    const add = (values: ReadonlyMap<string, number>, rest: object) =>
      found.push({
        ...Object.fromEntries([...values].map(([name, value]) => [toJcKey(name), value])),
        ...rest,
      });
    const visitor: ReportVisitor = {
      report: () => {},
      time: () => {},
      cpu: (values) => add(values, { type: 'cpu' }),
      device: (name, values) => add(values, { device: name, type: 'device' }),
    };
    visitLines(readCorpusFile(out), 1, readText(new FileReporter(out), visitor));
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(20);
  });
});
