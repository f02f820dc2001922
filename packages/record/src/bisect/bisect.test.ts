import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readUpload } from '@basecase/ingest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../processes/process-id';
import { findMarked } from '../processes/started-process';
import { openTestsOf, readBisect, replayBisect, stepOf } from './bisect';
import { packBisect } from './pack-bisect';
import { madeSearch, searchIn } from './testing/made-search';

const made: ReturnType<typeof madeSearch>[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function make(options: Parameters<typeof madeSearch>[0] = {}) {
  const one = madeSearch(options);
  made.push(one);
  return one;
}

const callsOf = (root: string) => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');

describe('a search of a list of builds', () => {
  it('names the first bad build, and its log can be replayed', async () => {
    const { root, search, directory } = make();
    const found = await searchIn(directory, search);
    expect(found?.verdict).toMatchObject({ found: 'first bad', range: { from: 6, upTo: 6 } });
    expect(callsOf(root)).toHaveLength(found?.log.runs.length ?? 0);
    const replayed = replayBisect(readBisect(directory));
    expect(replayed.map(({ line }) => line)).toEqual(found?.log.lines);
    expect(existsSync(join(directory, 'processes.ndjson'))).toBe(false);
  });

  it('packs its runs with build, machine and verdict', async () => {
    const { search, directory } = make({ count: 3 });
    const found = await searchIn(directory, search, { env: { FIRST: '1' } });
    if (!found) throw new Error('There is a verdict.');
    const { runs } = await readUpload(await packBisect(found, 'First bad build: b1.'), {
      unknown: 'repeats',
    });
    expect(new Set(runs.map(({ variant }) => `${variant.product} ${variant.version}`))).toEqual(
      new Set(['Toy b0', 'Toy b1', 'Toy b2']),
    );
    const results = runs.reduce((sum, run) => sum + run.results.length, 0);
    expect(results).toBe(found.log.runs.length);
    expect(runs[0]).toMatchObject({ server: { name: 'box1' }, notes: 'First bad build: b1.' });
  });

  it('ends where GOOD and BAD do not differ', async () => {
    const { search, directory } = make();
    const found = await searchIn(directory, search, { env: { FIRST: '99' } });
    expect(found?.verdict.found).toBe('no difference');
    expect(new Set(found?.log.runs.map(({ place }) => place))).toEqual(new Set([0, 8]));
  });

  it.each([1, 3, 5, 6, 7])('leaves a build out that asks for it with exit code 125: %s', async (place) => {
    const { search, directory } = make({ before: `[ $BASECASE_BUILD != b${place} ] || exit 125` });
    const found = await searchIn(directory, search);
    const [from, upTo] = place === 5 ? [5, 6] : place === 6 ? [6, 7] : [6, 6];
    expect(found?.verdict).toMatchObject({ found: 'first bad', range: { from, upTo } });
    expect(found?.log.failures.filter((failure) => failure.place === place).length).toBeLessThanOrEqual(1);
  });

  it('tries a build that fails twice, and names the reason', async () => {
    const { search, directory } = make({ count: 3, before: '[ $BASECASE_BUILD != b1 ] || exit 3' });
    const found = await searchIn(directory, search, { env: { FIRST: '2' } });
    expect(found?.verdict).toMatchObject({ found: 'first bad', range: { from: 1, upTo: 2 } });
    expect(found?.log.failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the script ended with code 3'),
      expect.stringContaining('the script ended with code 3'),
    ]);
  });

  it('refuses GOOD that prints nothing', async () => {
    const { search, directory } = make({ before: 'exit 0' });
    await expect(searchIn(directory, search)).rejects.toThrow(
      /^GOOD \(b0\) can't be measured: no result was read from .*expected the log of a benchmark/,
    );
  });

  it('refuses BAD that fails', async () => {
    const { search, directory } = make({ before: '[ $BASECASE_BUILD != b8 ] || exit 1' });
    await expect(searchIn(directory, search)).rejects.toThrow(
      /^BAD \(b8\) can't be measured: the script ended/,
    );
  });

  it('ends a script that hangs, with its children', async () => {
    const { search, directory } = make({ count: 3, before: '[ $BASECASE_BUILD != b1 ] || sleep 1000' });
    const found = await searchIn(directory, { ...search, timeoutSeconds: 0.5 }, { env: { FIRST: '2' } });
    expect(found?.log.failures[0]?.reason).toBe('the script did not end within 0.5 s');
    expect(found?.verdict).toMatchObject({ range: { from: 1, upTo: 2 } });
    expect(findMarked(search.id).filter(isAlive)).toEqual([]);
  });

  it('ends a server that the script left running before the next build', async () => {
    const { search, directory } = make({ count: 2, before: 'setsid sleep 1000 > /dev/null 2>&1 &' });
    const found = await searchIn(directory, search, { env: { FIRST: '1' } });
    expect(found?.verdict.found).toBe('first bad');
    expect(findMarked(search.id).filter(isAlive)).toEqual([]);
  });

  it('asks which test is meant, and continues with it', async () => {
    const { root, search, directory } = make({
      count: 2,
      after: `echo '{"test":"get","value":5,"unit":"ops/s"}' > /dev/null`,
    });
    const two = `echo '{"basecaseResults":1,"tool":"toy","results":[{"test":"put","value":'$((1000 - 100 * \${BASECASE_BUILD#b} + BASECASE_RUN % 3))'},{"test":"get","value":7}]}'; exit 0`;
    writeFileSync(join(root, 'run.sh'), `cd ${root}; echo $BASECASE_RUN >> calls\n${two}\n`);
    expect(await searchIn(directory, search)).toBeNull();
    expect(openTestsOf(readBisect(directory))).toEqual(['get', 'put']);
    const found = await searchIn(directory, null, { test: 'put' });
    expect(found?.verdict.found).toBe('first bad');
    expect(callsOf(root)).toHaveLength(new Set(callsOf(root)).size);
  });

  it('refuses a directory with another search, and one without any', async () => {
    const { root, search, directory } = make({ count: 2 });
    await searchIn(directory, search, { env: { FIRST: '1' } });
    await expect(searchIn(directory, search)).rejects.toThrow(`Go on with it: --resume ${directory}`);
    await expect(searchIn(root, null)).rejects.toThrow('expected bisect.ndjson there');
  });
});

it('A search that is killed in a run continues, and repeats no finished run', async () => {
  const hang = '[ $BASECASE_RUN != 8 ] || [ -e hung ] || { touch hung; sleep 1000; }';
  const { root, search, directory } = make({ before: hang });
  const file = join(root, 'search.json');
  writeFileSync(file, JSON.stringify(search));
  const script = fileURLToPath(new URL('testing/bisect-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, directory, file], { stdio: 'inherit' });
  await vi.waitFor(() => expect(existsSync(join(root, 'hung'))).toBe(true), { timeout: 300_000 });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = readBisect(directory);
  expect(before.runs).toHaveLength(7);
  expect(before.open).toMatchObject({ run: 8 });
  // A line that was cut by the kill is taken off.
  writeFileSync(join(directory, 'bisect.ndjson'), '{"type":"ru', { flag: 'a' });
  const found = await searchIn(directory, null);
  expect(found?.verdict).toMatchObject({ found: 'first bad', range: { from: 6, upTo: 6 } });
  expect(found?.log.runs.slice(0, 7)).toEqual(before.runs);
  const numbers = callsOf(root).map((call) => call.split(' ')[0]);
  const twice = numbers.filter((number, index) => numbers.indexOf(number) < index);
  expect(twice).toEqual(['8']);
  expect(stepOf(readBisect(directory)).type).toBe('end');
});
