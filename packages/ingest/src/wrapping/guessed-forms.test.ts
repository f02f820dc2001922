import { expect, it } from 'vitest';
import { toSample, weigh } from '../detect/detect';
import { BY_BYTES } from '../parsers/parser';
import { BENCHMARK_PARSERS } from '../parsers/parsers';
import { listFixtures, readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { wrap } from '../testing/wrap';

/** Prefixes that lines of a tool may have, too. */
const GUESSED: Readonly<Record<string, (line: string) => string>> = {
  Fabric: (line) => `[localhost] out: ${line}`,
  'Fabric with a user': (line) => `[root@10.1.2.3:22] out: ${line}`,
  pdsh: (line) => `db1: ${line}`,
  'grep with the name of a file': (line) => `out/res_8.txt:${line}`,
  'grep with line numbers': (line) => `res.txt:12:${line}`,
  'parallel --tag': (line) => `8\t${line}`,
  'a tag and a tab': (line) => `db1\t${line}`,
  'four spaces': (line) => `    ${line}`,
  'a quoted mail': (line) => `> ${line}`,
  stern: (line) => `bench-x7k2p sysbench ${line}`,
  'a service of a swarm': (line) => `bench_db.1.x8k2p9@node-1    | ${line}`,
  'clush -b': (line) => `[db-1.example.com] ${line}`,
  Capistrano: (line) => ` ** [out :: db1] ${line}`,
  Terraform: (line) => `aws_instance.db (remote-exec): ${line}`,
  Packer: (line) => `    amazon-ebs: ${line}`,
  'logging of Python': (line) => `INFO:root:${line}`,
  'eight spaces': (line) => `        ${line}`,
  tabs: (line) => `\t${line}`,
  'Ansible stdout_lines': (line) => `        ${JSON.stringify(line)},`,
};

/** Shorter files are tables, and single numbers that their name explains. */
const MIN_LINES = 12;

/** One log of each kind; all of them with `FUZZ_RUNS`. */
const seen = new Set<string>();
const cases = listFixtures().flatMap((fixture) => {
  const { detection, score } = weigh(toSample(fixture.name, fixture.bytes));
  if (detection.outcome !== 'claimed' || score < BY_BYTES) return [];
  const { parser } = detection;
  const isLog = BENCHMARK_PARSERS.includes(parser) && !parser.isJson && parser.kind !== 'benchbase-config';
  if (!isLog || fixture.bytes.toString('latin1').split('\n').length < MIN_LINES) return [];
  if (process.env['FUZZ_RUNS'] === undefined && seen.has(parser.kind)) return [];
  seen.add(parser.kind);
  return [[`${parser.kind}: ${fixture.name}`, fixture] as const];
});

it.each(cases)('%s is read behind the prefix of a remote shell', async (_, { name, bytes }) => {
  const { log } = await parseBytes(name, bytes);
  for (const [by, wrapping] of Object.entries(GUESSED)) {
    const read = await parseBytes(name, wrap(bytes, wrapping));
    expect(read.log, by).toEqual(log);
    expect(
      read.diagnostics.map(({ code }) => code),
      by,
    ).toContain('WRAPPER_REMOVED');
  }
});

it.each([
  'made-report-28-columns.tsv',
  'made-abs.iobuf.9x.tsv',
  'made-ycsb-0.17-run.txt',
  'made-google-benchmark-2016.json',
])('%s without a prefix keeps its first column', async (name) => {
  const { diagnostics } = await parseBytes(name, readFixture(name));
  expect(diagnostics.map(({ code }) => code)).not.toContain('WRAPPER_REMOVED');
});
