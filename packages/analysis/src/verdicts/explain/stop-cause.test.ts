import { describe, expect, it } from 'vitest';
import { stopSentence } from '../verdict-words';
import { stopDetail, stopDetailText, zeroDetail } from './stop-cause';

const TEST = { key: 'insert_range=100', name: 'insert', range: 100 };
const note = (message: string, more: Partial<Parameters<typeof stopDetail>[1][number]> = {}) => ({
  code: 'TOOL_FAILED' as const,
  file: 'x/sb.o.insert.range100.pk1.dop1',
  line: 12,
  message,
  ...more,
});
const causeOf = (message: string, code: 'TOOL_FAILED' | 'TRUNCATED_LOG' | 'CLIENTS_FAILED' = 'TOOL_FAILED') =>
  stopDetail(TEST, [note(message, { code })], 1)?.cause;

describe('why a test failed', () => {
  it.each([
    ['FATAL: mysql_drv_query() returned error 1146 (Table does not exist)', 'failed'],
    [
      'FATAL: mysql_stmt_execute() returned error 2013 (Lost connection to MySQL server during query)',
      'crashed',
    ],
    ['server closed the connection unexpectedly', 'crashed'],
    ['terminated by signal 9', 'crashed'],
    ['panic: runtime error', 'crashed'],
    ['out of memory', 'crashed'],
    ['The --max-time limit has expired, forcing shutdown', 'timed out'],
    ['canceling statement due to statement timeout', 'timed out'],
    ['context deadline exceeded', 'timed out'],
    ['query timed out after 600 s', 'timed out'],
    ['no timeouts were set in this run', 'failed'],
  ])('follows from its log: %s', (message, cause) => {
    expect(causeOf(message)).toBe(cause);
  });

  it('is a crash where the log ends before its summary', () => {
    expect(causeOf('the log ends after 3 of 60 interval lines', 'TRUNCATED_LOG')).toBe('crashed');
    expect(causeOf('4 clients stopped', 'CLIENTS_FAILED')).toBe('failed');
  });

  it('follows from its own log, from a line with its name, or from the only failure of the run', () => {
    const other = note('FATAL: a', { file: 'x/sb.o.delete.range100.pk1.dop1' });
    const wide = note('FATAL: b', { file: 'x/sb.o.insert.range1000.pk1.dop1' });
    const own = note('FATAL: c');
    expect(stopDetail(TEST, [other, wide, own], 3)?.text).toBe('FATAL: c');
    expect(stopDetail(TEST, [other, wide], 2)).toBeNull();
    expect(stopDetail(TEST, [other], 2)).toBeNull();
    expect(stopDetail(TEST, [other], 1)?.text).toBe('FATAL: a');
    expect(stopDetail(TEST, [], 1)).toBeNull();
    expect(stopDetail(TEST, [note('x', { code: 'TOOL_FAILED', file: null })], 1)?.file).toBeNull();
    const named = note('insert_range=100: relation is gone', { file: 'r.ndjson', line: 7 });
    expect(stopDetail(TEST, [other, named], 2)).toEqual({
      cause: 'failed',
      file: 'r.ndjson',
      line: 7,
      text: 'relation is gone',
    });
  });

  it('is written with its file and line', () => {
    const detail = { cause: 'crashed', file: 'a.log', line: 3, text: 'Killed.' } as const;
    expect(stopSentence('failed', '', detail)).toBe('Stopped working: crashed (a.log:3: Killed).');
    expect(stopDetailText({ ...detail, file: null, line: null })).toBe('crashed (Killed)');
    expect(stopDetailText({ ...detail, file: null, line: null, text: '' })).toBe('crashed');
  });
});

describe('a test without an operation', () => {
  const result = (value: number) => ({
    ...{ test: 'insert', range: 100, repeat: 1, status: 'ok', unit: 'q/s' },
    ...{ clients: null, command: null, tool: null, device: null },
    measurements: [
      {
        ...{ metric: 'throughput', value, unit: 'q/s', source: 'computed', formula: null },
        ...{ file: 'a.log', line: 40, lineEnd: 40 },
      },
    ],
  });
  it('has the line of its zero, and none where its number is not 0', () => {
    const runs = (value: number) => [{ results: [result(value)] }] as Parameters<typeof zeroDetail>[1];
    expect(zeroDetail(TEST, runs(0))).toMatchObject({ cause: 'did no operation', file: 'a.log', line: 40 });
    expect(zeroDetail(TEST, runs(1))).toBeNull();
    expect(zeroDetail({ ...TEST, range: 10 }, runs(0))).toBeNull();
  });
});
