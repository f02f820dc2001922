/** A string of JSON is not longer than this; nothing that is measured is. */
const MAX_HELD = 2 ** 20;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];

/**
 * Cuts a long line of JSON where no token is cut: after a comma outside strings. Holds the bytes after the last such
 * comma.
 */
export function jsonPieces() {
  let heldBytes: Buffer = Buffer.alloc(0);
  let inString = false;
  let escaped = false;

  const withHeld = (bytes: Buffer): Buffer => {
    const held = heldBytes;
    heldBytes = Buffer.alloc(0);
    return held.length === 0 ? bytes : Buffer.concat([held, bytes]);
  };

  /** Place after the last comma between tokens; 0 without one. */
  const lastCut = (piece: Buffer): number => {
    let cut = 0;
    let [isInString, isEscaped] = [inString, escaped];
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (isInString && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = !isInString;
      else if (byte === COMMA && !isInString) cut = at + 1;
    }
    inString = isInString;
    escaped = isEscaped;
    return cut;
  };

  return {
    /**
     * @param isLast the line ends with the piece: all of it is given
     * @returns readable bytes, in whole characters; null without a place to cut
     */
    take(piece: Buffer, isLast: boolean): Buffer | null {
      const cut = lastCut(piece);
      if (isLast) return withHeld(piece);
      if (cut > 0) {
        const whole = withHeld(piece.subarray(0, cut));
        // The caller may use the bytes again.
        heldBytes = Buffer.from(piece.subarray(cut));
        return whole;
      }
      heldBytes = Buffer.concat([heldBytes, piece]);
      return heldBytes.length > MAX_HELD ? null : Buffer.alloc(0);
    },
    /** The next piece is of another line. */
    clear(): void {
      heldBytes = Buffer.alloc(0);
      inString = false;
      escaped = false;
    },
  };
}
