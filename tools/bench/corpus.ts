import { existsSync } from 'node:fs';
import path from 'node:path';
import { readUpload } from '@basecase/ingest';
import { type BenchRow, median, shell, speedRow, timeMs } from './measure';

const ROUNDS = 5;
const CORPUS = process.env['BASECASE_CORPUS'] ?? path.resolve(import.meta.dirname, '../../../shared/corpus');
const AS_PARSE_READS = { hash: false };

/**
 * Every format at once: the corpus of public logs as a directory of plain files and as one tar.gz, against
 * `gzip -dc | wc -l` of the same bytes. Packed members and run tarballs are unpacked first, so that both sides see
 * the same bytes. Empty without the corpus.
 */
export async function benchCorpus(scratch: string): Promise<BenchRow[]> {
  if (!existsSync(path.join(CORPUS, 'index.tsv'))) return [];
  const plain = path.join(scratch, 'corpus');
  const tarball = path.join(scratch, 'corpus.tar.gz');
  await shell(
    `cp -r '${CORPUS}' '${plain}' && chmod -R u+w '${plain}' && find '${plain}' -name '*.gz' -exec gunzip -f {} +`,
  );
  await shell(
    `find '${plain}' -name '*.tar' -print0 | while IFS= read -r -d '' t; do tar xf "$t" -C "$(dirname "$t")" && rm "$t"; done`,
  );
  await shell(`tar czf '${tarball}' -C '${scratch}' corpus`);
  const samples = { yardstick: [] as number[], plain: [] as number[], packed: [] as number[] };
  let megabytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.yardstick.push(await timeMs(() => shell(`gzip -dc '${tarball}' | wc -l`)));
    const onProgress = ({ bytes }: { bytes: number }) => {
      megabytes = bytes / 1e6;
    };
    samples.plain.push(await timeMs(() => readUpload(plain, { ...AS_PARSE_READS, onProgress })));
    samples.packed.push(await timeMs(() => readUpload(tarball, AS_PARSE_READS)));
  }
  const read = { base: median(samples.yardstick), size: megabytes };
  const what = `(e) parse the corpus, every format, ${megabytes.toFixed(0)} MB`;
  return [
    speedRow(`${what}, plain files`, samples.plain, read),
    speedRow(`${what}, one tar.gz`, samples.packed, read),
  ];
}
