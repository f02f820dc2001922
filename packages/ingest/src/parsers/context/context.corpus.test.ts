import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import { SAMPLE_BYTES } from '../../limits';
import type { FileDetails } from '../../model/details';
import { readDetails } from '../../read-details';
import {
  CORPUS,
  corpusPath,
  corpusTitle,
  readCorpusFile,
  readIndex,
  readMemberIndex,
} from '../../testing/corpus';
import { readTarMembers } from '../../testing/tar-members';

const TOOLS = ['other', 'pg_stat', 'flamegraph', 'mysql_status', 'hammerdb-aux', 'tool'];
/** Logs of the Insert Benchmark, which has separate tests. */
const INSERT_BENCHMARK = /\/iibench-[^/]+\/[^/]+\/o\.(?:a|a\.[pr]|dbsz\.dop\d+|r(?:t|ate)\.[ct]\.\w+)$/;
const rows = CORPUS ? readIndex().filter(({ tool }) => TOOLS.includes(tool)) : [];

function kindOf(file: string, bytes: Buffer): string {
  const detection = detect(toSample(file, bytes.subarray(0, SAMPLE_BYTES)));
  return detection.outcome === 'claimed' ? detection.parser.kind : detection.outcome;
}

const details = (file: string) => readDetails(corpusPath(file), file);
const number = ({ facts }: FileDetails, name: string, group: string | null = null) =>
  facts.find((fact) => fact.name === name && fact.group === group)?.number;

describe.skipIf(CORPUS === null)(corpusTitle('context files of the corpus'), () => {
  it('are all of a known kind', () => {
    const unknown = rows
      .filter((row) => !INSERT_BENCHMARK.test(row.path))
      .filter((row) => ['unknown', 'ambiguous'].includes(kindOf(row.path, readCorpusFile(row.path))))
      .map((row) => row.path);
    expect(rows.length).toBeGreaterThan(280);
    expect(unknown).toEqual([]);
  });

  it('are of a known kind in the run tarballs too', async () => {
    const unknown: string[] = [];
    for (const tarball of new Set(readMemberIndex().map((row) => row.tarball))) {
      for (const [name, bytes] of await readTarMembers(corpusPath(tarball))) {
        if (bytes.length > 0 && ['unknown', 'ambiguous'].includes(kindOf(name, bytes))) unknown.push(name);
      }
    }
    expect(unknown).toEqual([]);
  });

  it('give every counter of every record of pg_stat', async () => {
    let compared = 0;
    for (const row of rows.filter(({ tool, path: file }) => tool === 'pg_stat' && !/pg\.conf/.test(file))) {
      const text = readCorpusFile(row.path).toString();
      // Without the names that became the group.
      const cells = [...text.matchAll(/^(\w+) +\| (\S.*)$/gm)].filter(
        ([, name = '']) =>
          !/^(?:datname|relname|indexrelname|schemaname|backend_type|object|context)$/.test(name),
      );
      const { facts } = await details(row.path);
      expect([row.path, facts.map(({ name, value }) => `${name}=${value}`)]).toEqual([
        row.path,
        cells.map(([, name = '', value = '']) => `${name}=${value.trim()}`),
      ]);
      compared += facts.length;
    }
    expect(compared).toBe(3474);
  });

  it('give what was read by eye', async () => {
    const of = (suffix: string) => rows.find((row) => row.path.endsWith(suffix))?.path ?? suffix;
    const status = await details(of('Tier12G.status.txt'));
    const lines = readCorpusFile(of('Tier12G.status.txt')).toString().trimEnd().split('\n');
    const computed = status.facts.filter(({ group }) => group === 'computed');
    expect(status.facts.length - computed.length).toBe(lines.length);

    const innodb = await details(of('x.my9500_rel_o2nofp.z12a_c8r32.pk1/sb.o.myvac.es1'));
    expect(number(innodb, 'history list length')).toBe(17);
    expect(number(innodb, 'OS fsyncs')).toBe(27_387);
    expect(number(innodb, 'buffer pool size')).toBe(1_507_202);

    const time = await details(of('sb.time.scan.range100.pk1.dop40'));
    expect(number(time, 'elapsed')).toBeCloseTo(338.63, 9);
    expect(number(time, 'max RSS')).toBe(22_072 * 1024);

    const perf = await details(of('sb.perf.hw.delete.range100.pk1.1.sorted'));
    expect(number(perf, 'cycles')).toBe(14_284_550_053);
    expect(number(perf, 'bus-cycles')).toBeNull();
    // The file's own `ipc 0.65`.
    expect(number(perf, 'instructions per cycle', 'computed')?.toFixed(2)).toBe('0.65');

    const settings = await details(of('sb.pg.conf.scan.range100.pk1'));
    expect(settings.facts.find(({ name }) => name === 'allow_in_place_tablespaces')?.value).toBe('off');

    const config = await details(of('myrocks.inmem/fbmy80/my.cnf'));
    expect(config.facts.find(({ name }) => name === 'max_binlog_size')?.value).toBe('128M');

    const history = await details(of('Tier2G_RW_4th.idbhist.txt'));
    expect(history.series[0]?.values.slice(0, 3)).toEqual([0, 228, 246]);
    expect(path.basename(history.kind)).toBe('innodb_history');
  });
});
