import { sha256Of } from './blob-content';
import { BackupError } from './format';

/** The sums of the files that went by, and whether they are those that were written. */
export class BackupSums {
  readonly #lines: string[] = [];
  /** sha256 of the list itself, once it went by. */
  own = '';

  add(name: string, bytes: Buffer): void {
    this.#lines.push(`${sha256Of(bytes)}  ${name}`);
  }

  /** @throws BackupError that names the first file that is not what was written */
  compareWith(list: Buffer): void {
    this.own = sha256Of(list);
    requireSame('SHA256SUMS', this.#lines, list.toString());
  }
}

/**
 * @param name of the list
 * @param seen its lines, as they should be by what went by
 * @throws BackupError
 */
export function requireSame(name: string, seen: readonly string[], list: string): void {
  const lines = list.split('\n').filter((line) => line !== '');
  for (let index = 0; index < Math.max(lines.length, seen.length); index += 1) {
    const [line = '', found = ''] = [lines[index], seen[index]];
    if (line === found) continue;
    const file = (text: string) => text.slice(66);
    if (file(line) === file(found))
      throw new BackupError(`${file(line)} is damaged: its sum is not that in ${name}.`);
    const isSeen = seen.some((each) => file(each) === file(line));
    throw new BackupError(
      line !== '' && !isSeen
        ? `${file(line)} is missing: ${name} lists it.`
        : `${file(found)} is not listed in ${name}.`,
    );
  }
}
