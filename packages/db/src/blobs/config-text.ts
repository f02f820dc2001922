/**
 * Config files are small and their text has its own column (two configs can be diffed), so it is kept in memory
 * on the way. A larger file under such a name is not a config file.
 */
const CONFIG_FILE = /(^|\/)(my\.cnf|conf\.diff)[^/]*$/;
const MAX_CONFIG_BYTES = 256 * 1024;

export function isConfigFile(path: string): boolean {
  return CONFIG_FILE.test(path);
}

/** The text of a config file, while it is streamed. */
export class ConfigText {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= MAX_CONFIG_BYTES) this.#chunks.push(chunk);
  }

  /** '' when the file was too large to be a config. A NUL cannot be stored in a text column. */
  toString(): string {
    if (this.#bytes > MAX_CONFIG_BYTES) return '';
    return Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '');
  }
}
