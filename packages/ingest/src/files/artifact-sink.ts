/** Takes the bytes of one file, in order. Secrets are masked; a `.gz` member of an upload comes unpacked. */
export interface ArtifactWriter {
  write(chunk: Uint8Array): void | Promise<void>;
  /** @param sha256 hex, of all bytes written */
  close(sha256: string): Promise<void>;
  /** The file could not be read to its end: forget it. */
  abort(): Promise<void>;
}

/** Receives every file of an upload while it is read. */
export interface ArtifactSink {
  put(path: string): ArtifactWriter;
}
