import { StringDecoder } from 'node:string_decoder';

export interface Utf16 {
  isBigEndian: boolean;
  hasMark: boolean;
}

/** Of an ASCII text every second byte is zero; a log has words of other scripts at most in between. */
const MIN_ZEROS_WITH_MARK = 0.1;
const MIN_ZEROS = 0.9;
/** Fewer bytes are no text that could be told. */
const MIN_BYTES = 8;

/**
 * UTF-16, as PowerShell redirects output, with or without a byte order mark. Null for anything else: bytes that only
 * look like a mark, or logs with zero bytes in them.
 *
 * @param sample the first bytes of a file
 */
export function findUtf16(sample: Buffer): Utf16 | null {
  const isLittle = sample[0] === 0xff && sample[1] === 0xfe;
  const isBig = sample[0] === 0xfe && sample[1] === 0xff;
  if (!isLittle && !isBig && (sample.length < MIN_BYTES || !sample.includes(0))) return null;
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const pairs = Math.floor(sample.length / 2);
  const [even = 0, odd = 0] = zeros.map((count) => count / pairs);
  if (isLittle && odd >= MIN_ZEROS_WITH_MARK && even < odd) return { isBigEndian: false, hasMark: true };
  if (isBig && even >= MIN_ZEROS_WITH_MARK && odd < even) return { isBigEndian: true, hasMark: true };
  if (odd >= MIN_ZEROS && even === 0) return { isBigEndian: false, hasMark: false };
  if (even >= MIN_ZEROS && odd === 0) return { isBigEndian: true, hasMark: false };
  return null;
}

/** UTF-16 → UTF-8, chunk by chunk, without the byte order mark. Half a pair at the end becomes U+FFFD. */
export class Utf16Decoder {
  readonly #decoder = new StringDecoder('utf16le');
  readonly #isBigEndian: boolean;
  #skipsMark: boolean;
  #half: number | null = null;

  constructor({ isBigEndian, hasMark }: Utf16) {
    this.#isBigEndian = isBigEndian;
    this.#skipsMark = hasMark;
  }

  write(chunk: Buffer): Buffer {
    const bytes = this.#isBigEndian ? this.#swapped(chunk) : chunk;
    let text = this.#decoder.write(bytes);
    if (this.#skipsMark && text.length > 0) {
      text = text.slice(1);
      this.#skipsMark = false;
    }
    return Buffer.from(text, 'utf8');
  }

  end(): Buffer {
    const rest = this.#half === null ? '' : '\ufffd';
    return Buffer.from(this.#decoder.end() + rest, 'utf8');
  }

  #swapped(chunk: Buffer): Buffer {
    const bytes = this.#half === null ? Buffer.from(chunk) : Buffer.concat([Buffer.of(this.#half), chunk]);
    this.#half = bytes.length % 2 === 1 ? (bytes.at(-1) ?? null) : null;
    return bytes.subarray(0, bytes.length - (bytes.length % 2)).swap16();
  }
}
