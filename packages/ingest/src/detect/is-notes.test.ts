import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const LOG = readFixture('oltp_read_write.t8.errors.p99.txt').toString();
const SENTENCE = 'This is how we measured it on the machine of a friend.\n';

async function filesOf(files: Record<string, string>): Promise<string[]> {
  using directory = makeDirectory(files);
  const { runs } = await readUpload(directory.path);
  const measured = runs.flatMap(({ results }) => results.flatMap(({ measurements }) => measurements));
  return [...new Set(measured.map(({ file }) => file))].sort();
}

describe('output in what people wrote', () => {
  it.each([
    ['README.md', LOG],
    ['README', LOG],
    ['notes.txt', LOG],
    ['docs/how-to.txt', LOG],
    ['docs/running.rst', LOG],
    ['mail.txt', SENTENCE.repeat(5) + LOG],
  ])('is an example where another file has results: %s', async (name, text) => {
    expect(await filesOf({ 'mysql80/rw.8.txt': LOG, [name]: text })).toEqual(['mysql80/rw.8.txt']);
  });

  it('is read where no other file has results', async () => {
    expect(await filesOf({ 'README.md': LOG, 'run.sh': 'sysbench oltp_read_write run\n' })).toEqual([
      'README.md',
    ]);
  });

  it('is not found in logs with a sentence or two', async () => {
    const text = SENTENCE.repeat(2) + LOG;
    expect(await filesOf({ 'a/rw.8.txt': LOG, 'b/rw.8.txt': text })).toEqual(['a/rw.8.txt', 'b/rw.8.txt']);
  });
});
