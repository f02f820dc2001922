import type { TableCard } from '@basecase/views/document';
import { describe, expect, it } from 'vitest';
import { drawSingleFile, type SingleFile } from './single-file';

const [TESTS, VERSIONS] = [33, 60];

/** Ratios of invented values, all of them different. */
function cardAgainst(base: number): TableCard {
  const value = (test: number, version: number) => 1000 + 7.3 * test + 11.7 * ((version * 37) % 61);
  return {
    ...{
      title: 'MySQL 1 to 60',
      meta: '',
      sentence: `Against ${base}.`,
      metric: 'Relative QPS',
      legend: 'orange: worse',
    },
    columns: Array.from({ length: VERSIONS }, (_, version) => ({
      ...{ name: `8.0.${version}`, detail: 'z12a', isBase: version === base },
    })),
    groups: [
      {
        label: 'Writes',
        rows: Array.from({ length: TESTS }, (_, test) => ({
          ...{ test: `update-index-${test}`, note: 'range=100' },
          cells: Array.from({ length: VERSIONS }, (_, version) => {
            const ratio = value(test, version) / value(test, base);
            const text = version === base ? String(value(test, version)) : ratio.toFixed(2);
            return { text, level: ratio < 0.95 ? ('r1' as const) : ('n' as const) };
          }),
        })),
      },
    ],
  };
}

const CARD = { crumbs: [], sentence: 'It is slower.', more: '', certainty: null, chart: null };
const file = (given: Partial<SingleFile>): SingleFile => ({
  slug: 'Xk29fQ7d',
  address: 'https://bench.example/p/Xk29fQ7d',
  title: 'MySQL',
  frozen: { createdAt: '2026-11-27T00:00:00.000Z' },
  card: { ...CARD, facts: { what: '', where: '', why: '' } },
  tables: [cardAgainst(0)],
  bases: [],
  evidence: [],
  disclosure: null,
  pictures: [],
  ...given,
});

describe('drawSingleFile', () => {
  it('has the disclosure card as text', () => {
    const item = { id: 'numa', label: 'NUMA', state: 'missing' as const, value: null, source: null };
    const items = [{ ...item, missingIn: 2, record: 'run <lscpu>' }];
    const html = drawSingleFile(file({ disclosure: { known: 0, total: 1, runs: 2, items } }));
    expect(html).toContain('<h2>Disclosure: 0 of 1 known</h2>');
    expect(html).toContain('<dt>NUMA</dt><dd>missing. To record it: run &lt;lscpu&gt;</dd>');
    expect(drawSingleFile(file({}))).not.toContain('Disclosure');
  });

  it('has 33 tests of 60 versions against each of them in less than 2 MB', () => {
    const bases = Array.from({ length: VERSIONS }, (_, base) => ({
      ...{ name: `8.0.${base}`, isShown: base === 0, card: cardAgainst(base) },
    }));
    const html = drawSingleFile(file({ bases }));
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect(html.match(/<option /g)).toHaveLength(VERSIONS);
  });

  it('escapes every name, in the table and in its data', () => {
    const name = '</script><img src=x onerror=alert(1)>"&';
    const card = cardAgainst(0);
    const [group] = card.groups;
    const row = { test: name, note: name, cells: [{ text: name, level: 'n' as const }] };
    const hostile = {
      ...card,
      metric: name,
      sentence: name,
      legend: name,
      groups: group ? [{ label: name, rows: [row] }] : [],
    };
    const bases = [
      { name, isShown: true, card: hostile },
      { name, isShown: false, card: hostile },
    ];
    const html = drawSingleFile(
      file({ title: name, address: name, tables: [hostile], bases, evidence: [name] }),
    );
    expect(html).not.toContain('<img');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it('refers to nothing that has to be fetched', () => {
    const html = drawSingleFile(file({ pictures: [{ png: Buffer.from('png'), alt: 'nights' }] }));
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) =>
      address.slice(0, 22),
    );
    expect(addresses).toEqual(['data:image/png;base64,', 'https://bench.example/']);
    expect(html).toContain("default-src 'none'");
  });
});
