import {
  buildReport,
  drawReportMarkdown,
  type Level,
  type Matrix,
  type ReportColumn,
} from '@basecase/analysis';
import { testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { drawReportHtml } from './draw-report-html';

const LEVELS: readonly Level[] = ['r1', 'r2', 'r3', 'r4', 'r5', 'b1', 'b2', 'b3', 'b4', 'b5', 'n', 'v'];
const COLOURS = Object.fromEntries(
  LEVELS.map((level) => [level, { bg: `#bg${level}`, fg: `#fg${level}` }]),
) as Record<Level, { bg: string; fg: string }>;
const HEAD = {
  title: 'PostgreSQL 17.0 to 18.0 on <8-core>',
  facts: [{ label: 'Server', text: '8-core "pn53"' }],
  source: 'Live report: https://bench.example/report?server=a&base=b',
};
const PICTURE = { src: 'data:image/png;base64,AAAA', alt: 'Heatmap: PostgreSQL' };

const WRITES = [
  'delete',
  'insert',
  'update-index',
  'update-inlist',
  'update-nonindex',
  'update-one',
  'update-zipf',
];

/** Twelve tests, all slower by cpu/o: more than a list of the largest has. */
function report(mostChanges?: number) {
  const tests = [
    ...WRITES.map((name) => [name, null] as const),
    ...[10, 100, 1000, 2000, 5000].map((range) => ['read-write', range] as const),
  ];
  const rows = tests.map(([name, range]) => {
    const info = testInfo('sysbench', name, range);
    const key = testLabel(info.name, info.range);
    return { ...info, key, label: key, groupLabel: 'Writes' };
  });
  const grid = <T>(cell: T) => rows.map(() => [cell, cell]);
  const matrix: Matrix<ReportColumn> = {
    columns: ['17.0', '18.0'].map((name) => ({
      label: `x.pg${name}`,
      name,
      product: 'PostgreSQL',
      flavour: null,
      config: null,
    })),
    rows,
    values: {
      throughput: rows.map((_, index) => [100, 80 - index]),
      cpu_per_op: rows.map((_, index) => [0.01, 1 / (80 - index)]),
    },
    sources: {},
    status: grid('ok' as const),
    repeats: grid(1),
    spread: grid(null),
  };
  return buildReport({
    matrix,
    benchmark: 'sysbench',
    metric: 'throughput',
    base: 0,
    judged: 1,
    threshold: 0.95,
    judgement: null,
    ...(mostChanges !== undefined && { mostChanges }),
  });
}

describe('drawReportHtml', () => {
  const html = drawReportHtml(HEAD, report(Number.POSITIVE_INFINITY), {
    pictures: [PICTURE],
    colours: COLOURS,
  });

  it('has its picture inside, and asks for nothing', () => {
    expect(html).toContain('<img src="data:image/png;base64,AAAA" alt="Heatmap: PostgreSQL"');
    expect(html).not.toMatch(/<(?:script|link|iframe)\b/);
    expect(html.match(/(?:src|href)="(?!data:)[^"]*"/g)).toEqual([
      'href="https://bench.example/report?server=a&amp;base=b"',
    ]);
  });

  it('takes names as text', () => {
    expect(html).toContain('<h1>PostgreSQL 17.0 to 18.0 on &lt;8-core&gt;</h1>');
    expect(html).toContain('8-core &quot;pn53&quot;');
  });

  it('colours cells without a style sheet', () => {
    expect(html).toContain('background:#bgr3;color:#fgr3">0.80</td>');
  });

  it('says of every change why, in the long form and of the listed ones in the short form', () => {
    const sentences = (text: string) => text.match(/CPU per operation [\d.]+x/g)?.length ?? 0;
    expect(sentences(html)).toBe(12);
    const short = drawReportHtml(HEAD, report(), { length: 'short', pictures: [PICTURE], colours: COLOURS });
    expect(sentences(short)).toBe(8);
    expect(short).toContain('Largest changes for the worse (8 of 12)');
    expect(short).not.toContain('What was tested');
    expect(short).toContain('<img ');
  });
});

describe('drawReportMarkdown', () => {
  it('links to the picture, and leaves out tables in the short form', () => {
    const picture = { src: 'https://bench.example/p/abc/opengraph-image?size=table', alt: 'Heatmap: a [b]' };
    const short = drawReportMarkdown(HEAD, report(), { length: 'short', pictures: [picture] });
    expect(short).toContain(
      '![Heatmap: a \\[b\\]](https://bench.example/p/abc/opengraph-image?size=table)\n\n## Largest changes',
    );
    expect(short).not.toContain('## Legend');
    expect(drawReportMarkdown(HEAD, report(), { pictures: [picture] })).toContain('## Legend');
  });
});
