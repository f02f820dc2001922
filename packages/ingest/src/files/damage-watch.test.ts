import { describe, expect, it } from 'vitest';
import { readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';

const NAME = 'sb.o.read-write.range100.pk1.dop2';
const log = readFixture(NAME);

const notesOf = async (bytes: Buffer, name = NAME) => {
  const { diagnostics } = await parseBytes(name, bytes);
  return diagnostics.map(({ code, line, message }) => [code, line, message]);
};

describe('bytes of a log', () => {
  it('are reported where a crash left zeros, with their line', async () => {
    const text = log.toString();
    const at = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
    const damaged = Buffer.concat([log.subarray(0, at), Buffer.alloc(700), log.subarray(at)]);
    expect(await notesOf(damaged)).toContainEqual([
      'LINE_UNPARSED',
      3,
      '700 zero bytes from here on: what was there is lost, as after a crash',
    ]);
    expect(await notesOf(log)).toEqual([]);
  });

  it('are not damage in UTF-16, where each letter has a zero', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(log.toString(), 'utf16le')]);
    expect((await notesOf(bytes)).filter(([, , message]) => String(message).includes('zero'))).toEqual([]);
  });

  it.each([2, 3, 4])('are reported where the file holds its content %i times', async (times) => {
    const copies = Buffer.concat(Array.from({ length: times }, () => log));
    expect(await notesOf(copies)).toContainEqual([
      'DUPLICATE_RESULT',
      null,
      expect.stringContaining(`${times} times`),
    ]);
  });

  it('are not taken for a copy when two runs differ in one number', async () => {
    const changed = log.toString().replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    const other = Buffer.from(changed);
    expect(other.equals(log)).toBe(false);
    expect((await notesOf(Buffer.concat([log, other]))).map(([code]) => code)).not.toContain(
      'DUPLICATE_RESULT',
    );
  });
});

describe('sb.met', () => {
  const MET = 'sb.met.read-write.range100.pk1.dop2';
  const met = readFixture(MET).toString();
  const valuesOf = async (text: string) => {
    const { log: read, diagnostics } = await parseBytes(MET, Buffer.from(text));
    const values = (read as { values?: { metric: string }[] } | null)?.values ?? [];
    return { metrics: values.map(({ metric }) => metric), codes: diagnostics.map(({ code }) => code) };
  };

  it('gives no number of a row that lacks a cell, as the others are shifted', async () => {
    const { metrics, codes } = await valuesOf(met.replace('\t300.0', ''));
    expect(metrics).not.toContain('write_kb_per_op');
    expect(metrics).toContain('cpu_per_op');
    expect(codes).toContain('LINE_UNPARSED');
  });

  it.each([
    ['a name of the header', met.replace('cs/o', 'cX/o')],
    ['a row', met.replace(/\n5\t3602.*/, '')],
    ['a table', met.replace(/\nsamp\tcs[\s\S]*/, '')],
    ['a header', met.replace(/\nsamp\tcs.*/, '')],
  ])('reports that %s is gone', async (_, text) => {
    expect(text).not.toBe(met);
    expect((await valuesOf(text)).codes).not.toEqual([]);
  });
});
