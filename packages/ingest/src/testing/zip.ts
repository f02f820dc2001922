import { crc32, deflateRawSync } from 'node:zlib';

/** An entry, and what is wrong or rare about it. */
export interface ZipMember {
  name: string | Buffer;
  content?: Buffer | string;
  /** Stored as it is. Default: deflated. */
  isStored?: boolean;
  /** Numbers in the directory that are not those of the content. */
  said?: { crc?: number; size?: number; method?: number; flags?: number; localName?: string };
  /** POSIX type and permissions. */
  mode?: number;
  /** System of the maker. Default: Unix. */
  system?: number;
  /** Sizes come after the content, as in archives that are written to a pipe. */
  hasDescriptor?: boolean;
  /** Sizes of 64 bit. */
  isLarge?: boolean;
  /** Packed bytes in place of those of the content. */
  packed?: Buffer;
}

/** A zip archive of these entries; `large` gives it an end of 64 bit, `before` and `comment` are bytes around it. */
export function makeZip(
  members: readonly ZipMember[],
  {
    large = false,
    before = Buffer.alloc(0),
    comment = Buffer.alloc(0),
  }: { large?: boolean; before?: Buffer; comment?: Buffer } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const { local, central } = toRecords(member, at);
    parts.push(local);
    directory.push(central);
    at += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const ends = large ? [largeEnd(members.length, size, at)] : [];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : members.length, 8);
  end.writeUInt16LE(large ? 0xffff : members.length, 10);
  end.writeUInt32LE(large ? 0xffffffff : size, 12);
  end.writeUInt32LE(large ? 0xffffffff : at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([before, ...parts, ...directory, ...ends, end, comment]);
}

function toRecords(member: ZipMember, at: number): { local: Buffer; central: Buffer } {
  const { said = {}, isStored = false, isLarge = false, hasDescriptor = false } = member;
  const content = Buffer.from(member.content ?? '');
  const packed = member.packed ?? (isStored ? content : deflateRawSync(content));
  const name = Buffer.from(member.name as string);
  const sizes = { packed: packed.length, size: said.size ?? content.length, crc: said.crc ?? crc32(content) };
  const flags = (said.flags ?? 0) | (hasDescriptor ? 8 : 0);
  const method = said.method ?? (isStored ? 0 : 8);
  const extra = isLarge ? largeSizes(sizes, at) : Buffer.alloc(0);

  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  if (!hasDescriptor) writeSizes(head, 14, { ...sizes, isLarge });
  const localName = Buffer.from(said.localName ?? name);
  head.writeUInt16LE(localName.length, 26);
  const descriptor = Buffer.alloc(hasDescriptor ? 16 : 0);
  if (hasDescriptor) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSizes(descriptor, 4, { ...sizes, isLarge: false });
  }

  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt8(member.system ?? 3, 5);
  central.writeUInt16LE(flags, 8);
  central.writeUInt16LE(method, 10);
  writeSizes(central, 16, { ...sizes, isLarge });
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(extra.length, 30);
  central.writeUInt32LE(((member.mode ?? 0o100644) << 16) >>> 0, 38);
  central.writeUInt32LE(isLarge ? 0xffffffff : at, 42);
  return {
    local: Buffer.concat([head, localName, packed, descriptor]),
    central: Buffer.concat([central, name, extra]),
  };
}

interface Sizes {
  packed: number;
  size: number;
  crc: number;
}

function writeSizes(into: Buffer, at: number, { crc, packed, size, isLarge }: Sizes & { isLarge: boolean }) {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(isLarge ? 0xffffffff : packed, at + 4);
  into.writeUInt32LE(isLarge ? 0xffffffff : size, at + 8);
}

function largeSizes({ packed, size }: Sizes, at: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, value] of [size, packed, at].entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

function largeEnd(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(at + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
