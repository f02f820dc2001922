import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FORMATS } from './catalogue';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Names of tools in the catalogue that the lists spell otherwise. */
const SPELLED: Readonly<Record<string, string>> = {
  'go test -bench': 'go test',
  'the Insert Benchmark': 'Insert Benchmark',
  'TPC-C clients': 'TPC-C',
  'ClickBench, TPC-H and TPROC-H clients': 'ClickBench',
  'any tool (results.json)': 'results.',
  'any tool (CSV with headings)': 'CSV',
};
const tools = FORMATS.flatMap(({ tool }) => (tool === null ? [] : [SPELLED[tool] ?? tool]));

it.each(['README.md', 'docs/reference/supported-formats.md', 'docs/formats.md'])(
  '%s names every tool of the catalogue',
  (file) => {
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.filter((tool) => !text(file).includes(tool))).toEqual([]);
  },
);

it('docs/reference/supported-formats.md names every archive that is opened, and every file of the host', () => {
  const list = text('docs/reference/supported-formats.md');
  const words = ['tar', 'zip', 'gz', 'zst', 'xz', 'vmstat', 'iostat', 'perf stat', 'flame graphs'];
  expect(words.filter((word) => !list.includes(word))).toEqual([]);
});

it('README.md links sections of docs/formats.md that exist', () => {
  const headings = [...text('docs/formats.md').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  const links = [...text('README.md').matchAll(/docs\/formats\.md#([\w-]+)/g)].map(
    ([, anchor = '']) => anchor,
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
