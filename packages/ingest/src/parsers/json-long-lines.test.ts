import { describe, expect, it } from 'vitest';
import { parseBytes } from '../testing/parse-bytes';
import type { ResultsLog } from './results-json/results-log';

const head = { basecaseResults: 1, tool: 'mybench', product: 'MyStore', version: '1' };
/** `é, "{[\\` covers the characters that could mislead a cut. */
const rows = Array.from({ length: 30_000 }, (_, index) => ({
  test: `é, "{[\\ ${index}`,
  value: index + 0.5,
  unit: 'ms',
}));
const text = JSON.stringify({ ...head, results: rows });

const read = (json: string, chunkBytes = 65_537) =>
  parseBytes<ResultsLog>('results.json', Buffer.from(json), { chunkBytes });

describe('JSON without line breaks', () => {
  it.each([65_537, 3_000_001])('is read whole, in chunks of %i bytes', async (chunkBytes) => {
    expect(text.length).toBeGreaterThan(1.5 * 2 ** 20);
    const { log, diagnostics } = await read(text, chunkBytes);
    expect(log?.parts.flatMap((part) => [...part.rows])).toEqual(
      rows.map((row) => expect.objectContaining({ ...row, line: 1 })),
    );
    expect(diagnostics).toEqual([]);
  });

  it('takes nothing after damage for a separate text', async () => {
    const half = text.indexOf('},{', text.length >> 1) + 2;
    const { log, diagnostics } = await read(`${text.slice(0, half)} oops ${text.slice(half)}`);
    expect(log).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['LINE_UNPARSED']);
  });

  it('that is cut is reported and gives no invented number', async () => {
    const { log, diagnostics } = await read(text.slice(0, text.lastIndexOf('},{') + 1));
    expect(log).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
  });

  it('is refused where a string is longer than anything that is measured', async () => {
    const notes = 'x'.repeat(3 * 2 ** 20);
    const { log, diagnostics } = await read(JSON.stringify({ ...head, notes, results: rows.slice(0, 1) }));
    expect(log).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['LINE_UNPARSED']);
  });

  it('ends at its line: the next text is read as before', async () => {
    const { log } = await read(`${text}\n${JSON.stringify({ ...head, results: rows.slice(0, 2) })}\n`);
    expect(log?.parts.map((part) => part.rows.length)).toEqual([rows.length, 2]);
    expect([...(log?.parts[1]?.rows ?? [])][0]?.line).toBe(2);
  });
});
