export interface RawHeader {
  name: string;
  /** One character, default a file. */
  type?: string;
  /** A number, or the bytes of the field as they are. */
  size?: number | string | Buffer;
  /** Default: right. */
  checksum?: string;
  /** `ustar\0` + `00` by default; '' for the form before ustar. */
  magic?: string;
}

/** One header block, as wrong as it is asked for: the packer of the library writes right ones only. */
export function rawHeader({
  name,
  type = '0',
  size = 0,
  checksum,
  magic = 'ustar\x0000',
}: RawHeader): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100, 'latin1');
  block.write('0000644\0', 100, 'latin1');
  if (typeof size === 'number') block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  else Buffer.from(size as string, 'latin1').copy(block, 124, 0, 12);
  block.write('00000000000\0', 136, 'latin1');
  block.write(type, 156, 'latin1');
  block.write(magic, 257, 'latin1');
  block.write(' '.repeat(8), 148, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** A header with its content, padded to whole blocks. */
export function rawEntry(header: RawHeader, content: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(content);
  const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
  return Buffer.concat([rawHeader({ size: bytes.length, ...header }), bytes, padding]);
}

export const END_OF_TAR = Buffer.alloc(1024);

/** One record of an extended header, its length included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return `${length}${rest}`;
}

export function paxEntry(records: Record<string, string>, type = 'x'): Buffer {
  const text = Object.entries(records).map(([key, value]) => paxRecord(key, value));
  return rawEntry({ name: 'PaxHeaders/x', type }, text.join(''));
}
