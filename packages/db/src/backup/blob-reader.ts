import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { BackupContent } from './backup-content';
import { requireSame } from './backup-sums';
import { SMALL_BLOB, sha256Of } from './blob-content';
import { BackupError, blobName, type End, MAX_NAMED } from './format';

/** Small blobs that are checked while the next ones are read. */
const AHEAD = 16;

/** The blobs of a backup while it is read, up to the list that follows them. */
export class BlobReader {
  readonly counts: End['blobs'] = { stored: 0, missing: 0, damaged: 0 };
  readonly missing: string[] = [];
  readonly damaged: string[] = [];
  readonly #content: BackupContent;
  readonly #checks = new Set<Promise<void>>();
  #lines: string[] = [];
  #failure: unknown = null;

  constructor(content: BackupContent) {
    this.#content = content;
  }

  async read(sha256: string, entry: AsyncIterable<Buffer>, size: number): Promise<void> {
    if (size > SMALL_BLOB) return this.#readLarge(sha256, entry);
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk);
    const packed = Buffer.concat(chunks);
    this.#lines.push(`${sha256Of(packed)}  ${blobName(sha256)}`);
    const check = this.#check(sha256, packed)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#checks.delete(check));
    this.#checks.add(check);
    while (this.#checks.size >= AHEAD) await Promise.race(this.#checks);
    if (this.#failure) throw this.#failure;
  }

  /** @throws BackupError when the list that follows some blobs is not theirs */
  async compareWith(name: string, list: string): Promise<void> {
    await Promise.all(this.#checks);
    if (this.#failure) throw this.#failure;
    const listed = list.split('\n').filter((line) => line !== '');
    const stored = listed.filter((line) => !line.startsWith('#'));
    requireSame(name, this.#lines, stored.join('\n'));
    this.#lines = [];
    for (const line of listed) this.#note(name, line);
  }

  #note(name: string, line: string): void {
    const sha256 = /([0-9a-f]{64})(\.gz)?$/.exec(line)?.[1];
    const said = /^# (missing|damaged): /.exec(line)?.[1];
    const state = said === 'missing' || said === 'damaged' ? said : 'stored';
    if (sha256 === undefined || (state === 'stored' && line.startsWith('#'))) {
      throw new BackupError(`${name} has an invalid checksum line: ${line.slice(0, 80)}`);
    }
    this.counts[state] += 1;
    if (state !== 'stored' && this[state].length < MAX_NAMED) this[state].push(sha256);
    this.#content.onListed?.(sha256, state);
  }

  async #readLarge(sha256: string, entry: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const source = Readable.from(entry);
    source.on('error', (error) => measured.destroy(error));
    await this.#check(sha256, source.pipe(measured));
    this.#lines.push(`${hash.digest('hex')}  ${blobName(sha256)}`);
  }

  async #check(sha256: string, packed: Buffer | Readable): Promise<void> {
    if (await this.#content.onBlob(sha256, packed)) return;
    throw new BackupError(`${blobName(sha256)} is damaged: its content is not what its name says.`);
  }
}
