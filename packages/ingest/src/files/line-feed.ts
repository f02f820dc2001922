import { StringDecoder } from 'node:string_decoder';
import { findPacking, startsTar } from '../archive/magic';
import { SAMPLE_BYTES } from '../limits';
import { findSuspiciousLines } from '../masking/needles';
import { type OnSecret, SecretMasker } from '../masking/secret-masker';
import {
  CARRIAGE_RETURN,
  cutBlocks,
  type LinePiece,
  type LineVisitor,
  NEWLINE,
  visitLines,
  withoutReturns,
} from './line-blocks';

const SPACE = 32;

/** What detection needs of a file. */
export interface FileHead {
  /** First 64 KiB, secrets masked. */
  sample: Buffer;
  /** True for an archive: its text is that of the files in it, and says nothing about itself. */
  isArchive: boolean;
  /** Format of packed data, which hides what is in it: its bytes are not handed on, a note in their place is. */
  packing: string | null;
}

export interface LineFeedConsumer {
  /** Called once, before any line: the reader of the lines, or null. */
  begin(head: FileHead): LineVisitor | null;
  /** Every byte of the file, in order, secrets masked. Left out: what no visitor reads is not looked at. */
  block?(masked: Buffer): void;
  /** A line over the limit; its rest is not read. */
  longLine?(line: number, bytes: Buffer): void;
}

/**
 * A file as it comes → whole lines, secrets masked. UTF-16 becomes UTF-8. Line ends are `\n`, `\r\n`, or `\r` alone where the first 64 KiB
 * hold no `\n` (old Mac): these become `\n`. Holds the first 64 KiB, then one unfinished line.
 */
export function feedLines(consumer: LineFeedConsumer, lineBytes: number, onSecret: OnSecret | null = null) {
  const blocks = cutBlocks({ block: (bytes, piece) => feedBlock(bytes, piece) }, lineBytes);
  let heads: Buffer[] = [];
  let headBytes = 0;
  let hasBegun = false;
  let isPacked = false;
  const masker = new SecretMasker(onSecret);
  /** Told of secrets: then every line counts, also what holds none. */
  const isTold = onSecret !== null;
  /** The bytes that are cut into blocks were looked through, and hold nothing to mask. */
  let isClean = false;
  let isOldMac = false;
  let decoder: Utf16Decoder | null = null;
  let reader: LineVisitor | null = null;
  let nextLine = 1;

  const begin = () => {
    hasBegun = true;
    const raw = heads.length === 1 && heads[0] ? heads[0] : Buffer.concat(heads);
    heads = [];
    const packing = packingOf(raw);
    if (packing !== null) {
      isPacked = true;
      const note = packing === 'unknown' ? raw : notKept(packing);
      reader = consumer.begin({ sample: note, isArchive: false, packing });
      consumer.block?.(note);
      return;
    }
    const encoding = findUtf16(raw.subarray(0, SAMPLE_BYTES));
    decoder = encoding && new Utf16Decoder(encoding);
    const text = decoder?.write(raw) ?? raw;
    isOldMac = hasOldMacLines(text.subarray(0, SAMPLE_BYTES));
    const bytes = withNewlines(text);
    const start = bytes.subarray(0, SAMPLE_BYTES);
    const suspicious = findSuspiciousLines(start);
    const sample = new SecretMasker().mask(start, suspicious);
    const visitor = consumer.begin({
      sample: sample.subarray(markLength(sample, 0)),
      isArchive: startsTar(raw),
      packing: null,
    });
    reader = visitor && limitLines(visitor);
    const isRead = reader !== null || consumer.block !== undefined;
    // The sample may end within a line, which is looked at as a whole.
    const rest = bytes.subarray(start.lastIndexOf(NEWLINE) + 1);
    isClean = suspicious.length === 0 && isRead && !isTold && findSuspiciousLines(rest).length === 0;
    if (bytes.length > 0) blocks.write(bytes);
    isClean = false;
  };

  /** Text in UTF-16 becomes UTF-8: its lines and its secrets could not be seen otherwise. */
  const asText = (chunk: Buffer) => withNewlines(decoder?.write(chunk) ?? chunk);

  /** Here and not in parsers, so that masking and whoever reads the stored file see lines too. */
  const withNewlines = (chunk: Buffer): Buffer => {
    if (!isOldMac) return chunk;
    const lines = Buffer.from(chunk);
    for (let at = lines.indexOf(CARRIAGE_RETURN); at >= 0; at = lines.indexOf(CARRIAGE_RETURN, at + 1)) {
      lines[at] = NEWLINE;
    }
    return lines;
  };

  /**
   * Lets the visitor see the first bytes of a line only, unless it takes long ones in pieces. Neither a byte order mark, which
   * shells of Windows write before the text, nor spaces at the end of a line, which terminals add, are part of it.
   */
  const limitLines = (visitor: LineVisitor): LineVisitor => {
    const limit = lineBytes;
    const takesPieces = visitor.piece !== undefined;
    let isFirst = true;
    return {
      ...(takesPieces && {
        piece: (bytes: Buffer, at: LinePiece) => {
          const mark = isFirst && at.lineNumber === 1 ? markLength(bytes, at.start) : 0;
          isFirst = false;
          visitor.piece?.(bytes, mark > 0 ? { ...at, start: at.start + mark } : at);
        },
      }),
      line: (bytes, from, to, lineNumber) => {
        const end = withoutSpaces(bytes, from, to);
        const start = isFirst && lineNumber === 1 ? from + markLength(bytes, from) : from;
        isFirst = false;
        if (end - start <= limit) return visitor.line(bytes, start, end, lineNumber);
        if (takesPieces) return visitor.piece?.(bytes, { start, end, lineNumber, isLast: true });
        consumer.longLine?.(lineNumber, bytes.subarray(start, start + limit));
        visitor.line(bytes, start, start + limit, lineNumber);
      },
    };
  };

  const mask = (bytes: Buffer, piece: 'first' | 'next' | 'last' | undefined): Buffer => {
    if (piece !== undefined) return masker.maskPiece(bytes, piece === 'last');
    return isClean ? bytes : masker.mask(bytes);
  };

  const feedBlock = (bytes: Buffer, piece?: 'first' | 'next' | 'last') => {
    if (!reader && !consumer.block) return;
    const masked = mask(bytes, piece);
    consumer.block?.(masked);
    if (!reader) return;
    if (piece !== undefined && reader.piece) {
      const isLast = piece === 'last';
      const end = isLast ? lineEnd(masked) : masked.length;
      reader.piece(masked, { start: 0, end, lineNumber: nextLine, isLast });
      if (isLast) nextLine += 1;
    } else if (piece === undefined) {
      nextLine = visitLines(masked, nextLine, reader);
    } else if (piece === 'first') {
      // The masked text may be short; the line is not.
      if (masked.length <= lineBytes) consumer.longLine?.(nextLine, masked);
      reader.line(masked, 0, masked.length, nextLine);
    } else if (piece === 'last') {
      nextLine += 1;
    }
  };

  return {
    /**
     * The chunk may be reused by the caller afterwards.
     *
     * @param isLast the file ends with it: then nothing of it is copied
     */
    write(chunk: Buffer, isLast = false): void {
      if (isPacked) return;
      if (hasBegun) {
        blocks.write(asText(chunk));
        return;
      }
      const isEnough = isLast || headBytes + chunk.length >= SAMPLE_BYTES;
      heads.push(isEnough ? chunk : Buffer.from(chunk));
      headBytes += chunk.length;
      if (isEnough) begin();
    },
    end(): void {
      if (!hasBegun) begin();
      if (isPacked) return;
      const rest = decoder?.end();
      if (rest && rest.length > 0) blocks.write(rest);
      blocks.end();
    },
    /** Line that was read last; after the end of the file its last one. */
    get lastLine(): number {
      return nextLine - 1;
    },
  };
}

/** Where a line ends without the spaces at its end. Tabs stay: they part cells, which may be empty. */
function withoutSpaces(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === SPACE) at -= 1;
  return at;
}

/** Bytes of a mark of UTF-8 at a place; 0 where there is none. */
function markLength(bytes: Buffer, at: number): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? 3 : 0;
}

/** Where a line that ends with the bytes has its end. */
function lineEnd(bytes: Buffer): number {
  const end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  return withoutReturns(bytes, 0, end);
}

/** Stands in place of packed data, and is known again when the stored file is read. */
const notKept = (packing: string) =>
  Buffer.from(
    `basecase: not kept. This file is packed (${packing}), and what is in it could not be looked into for secrets.\n`,
  );

/** The name of the format is missing in files of older versions. */
const NOT_KEPT =
  /^basecase: not kept\. This file is packed(?: \((\w+)\))?, and what is in it could not be looked into for secrets\.\n$/;
const MAX_NOTE_BYTES = 200;

/** The format of packed data, also of data that is not here any more; `unknown` where it was not noted. */
function packingOf(head: Buffer): string | null {
  const packing = findPacking(head);
  if (packing !== null || head.length > MAX_NOTE_BYTES) return packing;
  const note = NOT_KEPT.exec(head.toString('latin1'));
  return note && (note[1] ?? 'unknown');
}

/** `\r` and no `
`. Text with zero bytes is binary and stays unchanged. */
function hasOldMacLines(sample: Buffer): boolean {
  return !sample.includes(NEWLINE) && sample.includes(CARRIAGE_RETURN) && !sample.includes(0);
}

interface Utf16 {
  isBigEndian: boolean;
  hasMark: boolean;
}

/** Of an ASCII text every second byte is zero; a log has words of other scripts at most in between. */
const MIN_ZEROS_WITH_MARK = 0.1;
const MIN_ZEROS = 0.9;
/** Fewer bytes are too few to recognize text. */
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
class Utf16Decoder {
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
