const ZSTD_MAGIC = 0xfd2fb528;
const SINGLE_SEGMENT = 0x20;
/** Magic, descriptor, window, dictionary id, content size. */
const MAX_HEADER_BYTES = 18;

/**
 * Bytes back that a zstd frame may refer to, as its header declares (RFC 8878, 3.1.1.1): that much of its output must
 * be held in memory. 0 without a frame with data.
 *
 * @param head the first bytes of the frame
 */
export function zstdWindow(head: Uint8Array): number {
  const frame = Buffer.alloc(MAX_HEADER_BYTES);
  frame.set(head.subarray(0, MAX_HEADER_BYTES));
  if (frame.readUInt32LE(0) !== ZSTD_MAGIC) return 0;
  const descriptor = frame.readUInt8(4);
  if ((descriptor & SINGLE_SEGMENT) === 0) {
    const window = frame.readUInt8(5);
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  // A frame of one segment has no window size: its window is the content.
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const sizes = [
    () => frame.readUInt8(at),
    () => frame.readUInt16LE(at) + 256,
    () => frame.readUInt32LE(at),
    () => Number(frame.readBigUInt64LE(at)),
  ];
  return sizes[descriptor >> 6]?.() ?? 0;
}
