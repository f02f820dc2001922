const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** Bounds that keep one upload from taking the machine. Each is far above what real archives reach. */
export interface Limits {
  /** Files of one upload. A run directory holds about 1,300, so this is over a hundred runs. */
  entries: number;
  /** Of these, files without a byte, directories, links: a run has a few dozen, and each costs as much as a small log. */
  emptyEntries: number;
  /** Bytes of one file, unpacked. The log of every transaction of an hour of pgbench has 10 GB; all others under 100 MB. */
  entryBytes: number;
  /** Bytes of one upload, unpacked. A large published archive is about 2 GB. */
  totalBytes: number;
  /** Unpacked / packed bytes. Logs reach 40, zeros with some noise between them any number up to the 1,000 of deflate. */
  ratio: number;
  /** Unpacked bytes of a file, and of all packed files, before the ratio is looked at: a few KB of zeros are not a bomb. */
  ratioFromBytes: number;
  /** Bytes of one line that parsers see. EXPLAIN noise has lines of 12 KB. */
  lineBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  entries: 200_000,
  emptyEntries: 40_000,
  entryBytes: 12 * GIB,
  totalBytes: 16 * GIB,
  ratio: 120,
  ratioFromBytes: 64 * MIB,
  lineBytes: MIB,
};

/** What detection sees of a file. Enough for the head of every known log, EXPLAIN noise comes after it. */
export const SAMPLE_BYTES = 64 * KIB;

/**
 * Bytes of one extended tar header (a long name, pax records), which is held in memory. Paths end at 4 KiB; what else is
 * in there, extended attributes, at 64 KiB each.
 */
export const MAX_TAR_EXTRA_BYTES = MIB;

/** Extended headers before one entry. GNU tar writes two (a long name, a long link), git and pax one for all, one for each. */
export const MAX_TAR_EXTRAS = 8;

/**
 * Results of the open format, or values of tables, in one upload: as many as three hundred nights of a thousand tests have. Each takes
 * about 400 bytes until it is stored, and all of an upload are held at once, because any file may have results of a test.
 */
export const MAX_RESULTS = 300_000;

/** Bytes read at once: large enough that system calls do not count, small enough to stay in the cache. */
export const READ_BYTES = 256 * KIB;
