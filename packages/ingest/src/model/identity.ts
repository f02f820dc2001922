/** The properties of a result that decide which results are combined. */
export const IDENTITY_FIELDS = [
  'product',
  'version',
  'flavour',
  'config',
  'build',
  'server',
  'workload',
  'clients',
  'test',
  'repeat',
] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** One property of a run with its source. */
export interface IdentityValue {
  field: IdentityField;
  value: string;
  /**
   * neighbour: a file next to the log, as `params.txt` or `mysql_version.txt`. above: the name of a directory above the one that
   * was read.
   */
  source: 'content' | 'neighbour' | 'file name' | 'path' | 'above' | 'manifest' | 'layout' | 'correction';
  /** sure: named. likely: read by its form. unknown: no source has it. */
  confidence: 'sure' | 'likely' | 'unknown';
  /** The file or the part of the path that it was read from. */
  at: string | null;
}

/** Results of unknown relation that share a cell: they are kept apart until the question is answered. */
export interface IdentityQuestion {
  /** `6 experiments share this cell. What distinguishes them?` */
  text: string;
  test: string;
  unit: string;
  clients: number | null;
  count: number;
  /** Throughputs, smallest first, at most 20. */
  values: number[];
  /** The parts of their paths that differ, with their distinct values (at most 20) and a suggested field of a layout. */
  parts: QuestionPart[];
  /** At most 20 paths. */
  files: string[];
}

export interface QuestionPart {
  /** Directory or file of the path, counted from its end: 0 is the file. */
  segment: number;
  values: string[];
  /** `config`, `config.kernel`, `version`, `repeat`, or `_` for a part without meaning. */
  suggestion: string;
}

/** Longest pattern of a layout. */
export const MAX_LAYOUT = 500;

/** Treatment of results whose relation is unknown. separate: each stays apart. repeats: combined, as the sender declares. */
export type UnknownRelation = 'separate' | 'repeats';
