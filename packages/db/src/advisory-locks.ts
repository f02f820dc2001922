/**
 * Numbers of PostgreSQL's advisory locks, arbitrary but distinct: equal numbers would make unrelated code wait for each
 * other, for ever where one of them waits inside of the other.
 */
export const ADVISORY = {
  /** Runs are being written. */
  imports: 5_150_418,
  /** Bytes of the blob store are being named or deleted. */
  blobs: 5_150_419,
  /** First half of a name: an upload, by its id, is being read. */
  reading: 5_150_420,
  /** First half of a name: a worker, by its number, is alive. */
  workers: 5_150_421,
  /** First half of a name: builds of a version line, by its id, are looked up. */
  builds: 515_042,
  /** First half of a name: cells of a server, by its name, get results. */
  cells: 5_150_423,
  /** An epoch becomes visible. */
  epochs: 5_150_422,
} as const;
