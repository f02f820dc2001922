/** When a reader is ended from outside. */
export interface ReaderLimits {
  /** Without any progress. */
  stuckMs: number;
  /** For one upload, stored or not. */
  totalMs: number;
  /** Memory of the process (resident), in bytes. */
  memoryBytes: number;
  /** Of that, what objects of JavaScript may take, in MB: V8 itself ends the process beyond it. */
  heapMegabytes: number;
}

const MIB = 1024 ** 2;

export const READER_LIMITS: ReaderLimits = {
  // The longest step without progress is joining the logs of the largest upload, about a second. A disk that answers
  // again after half a minute is rare, and the upload can be read again then.
  stuckMs: 30_000,
  // The largest upload (16 GB unpacked) takes two to five minutes, on a slow machine that is busy some more.
  totalMs: 30 * 60_000,
  // Reading takes 100 to 180 MB, however large the upload is.
  memoryBytes: 1024 * MIB,
  heapMegabytes: 640,
};
