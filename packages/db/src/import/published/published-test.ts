import { type TestInfo, testInfo } from '@basecase/ingest/model';

/** `read-only_range=100` → the sysbench test `read-only` with range 100. */
export function sysbenchTest(label: string): TestInfo {
  const found = /^(.+)_range=(\d+)$/.exec(label);
  return found?.[1] ? testInfo('sysbench', found[1], Number(found[2])) : testInfo('sysbench', label, null);
}

/** fio rows are block sizes, small ones first: `16 KB`, `2 MB`. */
export function fioTest(blockSize: string): TestInfo {
  const [, digits = '', letter = ''] = /^(\d+) ([KM])B$/.exec(blockSize) ?? [];
  const place = testInfo('fio', `randwrite_${digits}${letter}`, null);
  return { ...place, name: blockSize, known: digits !== '' };
}
