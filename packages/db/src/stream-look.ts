import { Transform } from 'node:stream';

/**
 * A stream that hands its bytes on as they are.
 *
 * @param look sees each piece first; an error that it returns ends the stream
 */
export function looking(look: (piece: Buffer) => unknown): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const problem = look(piece);
      done(problem instanceof Error ? problem : null, piece);
    },
  });
}
