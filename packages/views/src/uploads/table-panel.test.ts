import { readTableSample, type TableSample } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { guessForm, tableManifest, tablePanel } from './table-form';

function sampleOf(text: string): TableSample {
  const sample = readTableSample(text, { isCut: false, mostRows: 1000 });
  if (!sample) throw new Error('no table');
  return sample;
}

const LONG = sampleOf('query,version,ms\nq1,1.0,120\nq1,1.1,150\nq2,1.0,40\nq2,1.1,\n');

describe('a table of three columns', () => {
  const form = guessForm(LONG, 'mybench.csv');

  it('is understood as it comes', () => {
    expect(form).toMatchObject({ roles: ['test', 'version', 'value'], tool: 'mybench', unit: 'ms' });
    expect(tablePanel(LONG, form, false)).toEqual({
      sentence: '2 tests, 2 versions, 3 values in ms, less is better',
      problems: { columns: [], tool: null, unit: null, comma: null },
      asksComma: false,
      isReady: true,
    });
  });

  it('is kept as basecase.json', () => {
    const said = { ...form, product: ' DuckDB', machine: 'box1', version: '9', better: 'lower' as const };
    expect(JSON.parse(tableManifest(LONG, said))).toEqual({
      basecase: 1,
      product: 'DuckDB',
      server: { name: 'box1' },
      table: {
        tool: 'mybench',
        columns: { test: 'query', version: 'version', value: 'ms' },
        unit: 'ms',
        better: 'lower',
      },
    });
  });

  it.each([
    [['version', 'version', 'value'], ['Only one column can be the version: query and version.']],
    [['test', 'version', null], ['Choose at least one column of values: ms may be.']],
    [['value', 'test', 'value'], ["query holds no number: it can't be a column of values."]],
  ] as const)('with the roles %j reports the error', (roles, columns) => {
    const panel = tablePanel(LONG, { ...form, roles }, false);
    expect(panel.problems.columns).toEqual(columns);
    expect(panel.isReady).toBe(false);
  });

  it('is one test where no column names tests', () => {
    const panel = tablePanel(LONG, { ...form, roles: [null, 'version', 'value'] }, false);
    expect(panel).toMatchObject({
      isReady: true,
      sentence: '1 test for all rows, 2 versions, 3 values in ms, 1 row as a repeat, less is better',
    });
  });

  it.each([
    ['query,ms,ms\nq1,1,2\nq2,3,4\n', 'Choose at least one column of values: ms and ms #2 may be.'],
    ['query,16,17\nq1,1,2\nq2,3,4\n', 'Choose at least one column of values: 16 and 17 may be.'],
    [
      'query,version,time\nq1,1.0,12 ms\nq2,1.0,13 ms\n',
      'Choose at least one column of values: time has "12 ms", which is not a number alone.',
    ],
    [
      'query,version,ms\nq1,1.0,\nq2,1.0,\n',
      'Choose at least one column of values: no other column has a number.',
    ],
  ])('of %j gives the reason why nothing can be stored', (text, reason) => {
    const sample = readTableSample(text, { isCut: false, mostRows: 1000 });
    const panel = sample && tablePanel(sample, guessForm(sample, 'x.csv'), false);
    expect(panel).toMatchObject({ isReady: false, problems: { columns: [reason] } });
  });

  it.each([
    ['sep=;\nquery;16.0;17.0\nq1;1,5;1,6\n', '1 test, 2 versions, 2 values'],
    ['query,16.0 (ms),17.0 (ms)\nq1,1,2\n', '1 test, 2 versions, 2 values in ms, less is better'],
    ['query_no,16.0,17.0\n1,10,11\n2,20,21\n', '2 tests, 2 versions, 4 values'],
    ['query,,ms\nq1,,1\nq2,,2\n', '2 tests, 2 values in ms, less is better'],
    ['query,ms\n"a\nb",1\n"c ""d""\n",2\n', '2 tests, 2 values in ms, less is better'],
    [
      `query,${Array.from({ length: 300 }, (_, index) => `c${index}_ms`).join()}\nq,${Array(300).fill('1').join()}\n`,
      '1 test, 300 values in ms, less is better',
    ],
  ])('of %j lists what is stored', (text, sentence) => {
    const sample = sampleOf(text);
    const panel = tablePanel(sample, guessForm(sample, 'x.csv'), false);
    expect(panel.isReady).toBe(true);
    expect(panel.sentence.startsWith(sentence)).toBe(true);
  });

  it('gives the reason why a mapping yields nothing, and is not ready', () => {
    const sample = sampleOf('query,note,ms\n,a,120\n,b,150\nq1,c,\n');
    const panel = tablePanel(sample, guessForm(sample, 'x.csv'), false);
    expect(panel).toMatchObject({
      isReady: false,
      problems: { columns: ['Nothing would be stored: no row that names a test has a number in ms.'] },
    });
  });

  it('asks for a tool, and for a unit without a colon', () => {
    const { problems } = tablePanel(LONG, { ...form, tool: ' ', unit: 'a:b' }, true);
    expect([problems.tool, problems.unit]).toEqual([
      'Name the tool, in at most 100 characters.',
      'A unit has no colon and at most 40 characters.',
    ]);
  });
});

describe('a table with a column for each version', () => {
  const wide = sampleOf('test,rows,16.0,16.1,17.0\n,,ms,ms,ms\nq1,5,1.5,2,3\nq2,5,4,N/A,6\n');
  const form = guessForm(wide, 'wide.csv');

  it('is understood as it comes, with the unit of its row of units', () => {
    expect(form).toMatchObject({
      roles: ['test', null, 'version-values', 'version-values', 'version-values'],
      unit: 'ms',
    });
    const { sentence, isReady } = tablePanel(wide, form, false);
    expect(sentence).toBe('2 tests, 3 versions, 5 values in ms, less is better');
    expect(isReady).toBe(true);
  });

  it('is kept as basecase.json, without a version of all', () => {
    expect(JSON.parse(tableManifest(wide, { ...form, version: '9' }))).toEqual({
      basecase: 1,
      table: { tool: 'wide', columns: { test: 'test' }, versions: ['16.0', '16.1', '17.0'], unit: 'ms' },
    });
  });

  it.each([
    [
      ['test', 'version', 'version-values', null, null],
      ['The column of versions excludes version columns: make 16.0 a value.'],
    ],
    [
      ['test', 'value', 'version-values', null, null],
      ['Version columns exclude other columns of values: rows.'],
    ],
  ] as const)('with the roles %j reports the error', (roles, columns) => {
    expect(tablePanel(wide, { ...form, roles }, false).problems.columns).toEqual(columns);
  });
});

describe('a table of several columns of values', () => {
  const wide = sampleOf('name,qps,p99 (ms)\na,1,2\nb,3,x\n');

  it('has a metric for each', () => {
    const form = { ...guessForm(wide, 'x.csv'), unit: '', roles: ['test', 'value', 'value'] as const };
    expect(tablePanel(wide, form, true).sentence).toBe(
      "In the first 64 KiB: 2 tests, 3 values, 1 cell that can't be read as a number, more or less is better as each unit says",
    );
    expect(JSON.parse(tableManifest(wide, { ...form, version: '2.0' }))).toEqual({
      basecase: 1,
      version: '2.0',
      table: {
        tool: 'x',
        columns: { test: 'name' },
        values: [
          { column: 'qps', metric: 'throughput', unit: 'qps' },
          { column: 'p99 (ms)', metric: 'p99', unit: 'ms' },
        ],
      },
    });
  });
});

describe('numbers with commas between commas', () => {
  const sample = sampleOf('query,version,ms\nq1,1.0,"1,5"\nq2,1.0,"2,250"\n');
  const form = guessForm(sample, 'x.csv');

  it('are values whose comma the reader has to explain', () => {
    expect(form.roles).toEqual(['test', 'version', 'value']);
    const { problems, asksComma, isReady } = tablePanel(sample, form, false);
    expect([problems.comma, asksComma, isReady]).toEqual(['Say what the comma is in 1,5.', true, false]);
  });

  it('are read as chosen, which basecase.json keeps', () => {
    const said = { ...form, comma: 'decimal' as const };
    const { sentence, problems, asksComma, isReady } = tablePanel(sample, said, false);
    expect(sentence).toBe('2 tests, 1 version, 2 values in ms, less is better');
    expect([problems.comma, asksComma, isReady]).toEqual([null, true, true]);
    expect(JSON.parse(tableManifest(sample, said)).table).toMatchObject({ comma: 'decimal' });
    expect(tablePanel(sample, { ...form, comma: 'thousands' }, false).sentence).toContain(
      "1 value in ms, 1 cell that can't be read as a number",
    );
  });

  it('ask nothing between semicolons', () => {
    const semicolons = sampleOf('query;version;ms\nq1;1.0;1,5\nq2;1.0;2,25\n');
    const own = guessForm(semicolons, 'x.csv');
    expect(tablePanel(semicolons, own, false)).toMatchObject({ asksComma: false, isReady: true });
  });
});

it.each([
  ['test,version,ms\na,1.0,-\na,1.1,-\n', 'no other column has a number.'],
  ['test,version,result\na,1.0,ok\nb,1.1,failed\n', 'no other column has a number.'],
  ['test,version,change\na,1.0,5%\nb,1.1,6%\n', 'change has "5%", which is not a number alone.'],
  ['clients,16,17,18\n1,100,101,102\n8,700,710,720\n', '16, 17 and 18 may be.'],
])('of %j can not be sent as guessed, with the reason', (text, reason) => {
  const sample = sampleOf(text);
  const { isReady, problems } = tablePanel(sample, guessForm(sample, 'a.csv'), false);
  expect(isReady).toBe(false);
  expect(problems.columns).toEqual([`Choose at least one column of values: ${reason}`]);
});
