import { describe, expect, it } from 'vitest';
import { readTableSample } from './delimited';
import { guessRoles } from './guess-roles';
import { readValueHeading } from './heading';

function guess(text: string) {
  const sample = readTableSample(text, { isCut: false, mostRows: 100 });
  if (!sample) throw new Error('no table');
  return guessRoles(sample);
}

describe('what a heading of values says', () => {
  it.each([
    ['p99 (ms)', 'p99', 'ms'],
    ['size [MiB]', 'size', 'MiB'],
    ['latency_ms', 'latency', 'ms'],
    ['time in seconds', 'time', 'seconds'],
    ['ms', 'time', 'ms'],
    ['qps', 'throughput', 'qps'],
    ['value', 'value', null],
    ['value (ms)', 'time', 'ms'],
    ['score', 'score', null],
  ])('%s', (heading, metric, unit) => {
    expect(readValueHeading(heading)).toEqual({ metric, unit });
  });
});

describe('what columns are', () => {
  it.each([
    ['query,version,ms\nq1,1.0,12\nq2,1.0,13\n', ['test', 'version', 'value']],
    ['a,b,c\nq1,17.1,12\nq2,17.2,13\n', ['test', 'version', 'value']],
    [
      'benchmark\tthreads\trun\ttps\tp99 (ms)\nx\t8\t1\t5\t3\ny\t8\t2\t6\t4\n',
      ['test', 'clients', 'repeat', 'value', 'value'],
    ],
    [
      'test,metric,value,unit,host\na,p50,1,ms,h\nb,p50,2,ms,h\n',
      ['test', 'metric', 'value', 'unit', 'machine'],
    ],
    ['query,rows,latency_ms\nq1,5,1\nq2,6,2\n', ['test', null, 'value']],
    ['query,version,ms\n1,17,12\n2,18,\n', ['test', 'version', 'value']],
    ['a,b\n1,2\n3,4\n', ['value', 'value']],
    ['test,16.0,16.1\nq1,12,13\nq2,14,\n', ['test', 'version-values', 'version-values']],
    ['test,rows,v1.2,v1.3-rc1\n,,ms,ms\nq1,5,1,2\n', ['test', null, 'version-values', 'version-values']],
    ['test,version,17.4,18.1\nq1,a,1,2\nq2,b,3,4\n', ['test', 'version', 'value', 'value']],
    ['test,qps,18.1\nq1,1,2\nq2,3,4\n', ['test', 'value', null]],
    ['comment,version,ms\n,1.0,12\n,1.1,13\n', [null, 'version', 'value']],
    ['test,ms\n,12\n,13\n', [null, 'value']],
    ['test,8.11.4,9.0.1,\na,1.00,0.99\nb,1.00,1.00,\n', ['test', 'version-values', 'version-values']],
    [',16.0,16.1\nq1,12,13\nq2,14,15\n', ['test', 'version-values', 'version-values']],
    ['query_id,16.0,16.1\nq1,12,13\nq2,14,15\n', ['test', 'version-values', 'version-values']],
    ['case,pg17,MySQL 8.0.36\nq1,12,13\nq2,14,15\n', ['test', 'version-values', 'version-values']],
    ['test,p50,p99\nq1,12,13\nq2,14,15\n', ['test', 'value', 'value']],
  ])('of %j', (text, roles) => {
    expect(guess(text)).toEqual(roles);
  });
});
