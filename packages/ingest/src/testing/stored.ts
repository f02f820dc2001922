import type { ArtifactSink } from '../files/artifact-sink';

/** Keeps the masked bytes of each file in memory. */
export function collectingSink(): { sink: ArtifactSink; files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    sink: {
      put(path) {
        const pieces: Buffer[] = [];
        return {
          write: (chunk) => void pieces.push(Buffer.from(chunk)),
          close: async () => void files.set(path, Buffer.concat(pieces)),
          abort: () => Promise.resolve(),
        };
      },
    },
  };
}
