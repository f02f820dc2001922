import { describe, expect, it } from 'vitest';
import { parsePublishedCsv } from './parse-published-csv';

const HEADER = 'post,server,cores,product,benchmark,workload,base,version,config,test,metric,value,kind';
const LINE =
  '"2026-01-01 A, ""b""",pn53,8,MySQL,sysbench,"cached, 1 client",5.6,5.7,,scan,throughput,0.98,relative';

describe('parsePublishedCsv', () => {
  it('reads quoted cells with commas and quotes, and empty cells as null', () => {
    expect(parsePublishedCsv(`${HEADER}\n${LINE}\n`)).toEqual([
      {
        post: '2026-01-01 A, "b"',
        server: 'pn53',
        cores: 8,
        product: 'MySQL',
        benchmark: 'sysbench',
        workload: 'cached, 1 client',
        base: '5.6',
        version: '5.7',
        config: null,
        test: 'scan',
        metric: 'throughput',
        value: 0.98,
        kind: 'relative',
      },
    ]);
  });

  it.each([
    ['a missing value', LINE.replace(',0.98,', ',,'), 'line 2, value'],
    ['a value that is not a number', LINE.replace(',0.98,', ',n/a,'), 'line 2, value'],
    ['an unknown metric', LINE.replace('throughput', 'speed'), 'line 2, metric'],
    ['a report without a date', LINE.replace('2026-01-01 ', ''), 'line 2, post'],
    ['0 cores', LINE.replace(',8,', ',0,'), 'line 2, cores'],
  ])('refuses %s', (_what, line, message) => {
    expect(() => parsePublishedCsv(`${HEADER}\n${line}\n`)).toThrow(message);
  });

  it('takes unsaid cores as unknown, not as 0', () => {
    expect(parsePublishedCsv(`${HEADER}\n${LINE.replace(',8,', ',,')}`)[0]?.cores).toBeNull();
  });
});
