import type { LineDoubt } from '../files/reporter';
import type { Manifest } from '../manifest/manifest';
import type { TableMapping } from '../manifest/table-schema';
import type { BenchmarkId } from '../model/benchmark-model';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import type { FormatInfo } from '../model/format-info';
import type { IdentityValue } from '../model/identity';
import {
  type NormalizedResult,
  type Server,
  UNKNOWN_WORKLOAD,
  type Variant,
  type Workload,
} from '../model/run';
import type { StorageLog } from './context/storage/storage-log';
import type { LogParser, ParsedLog } from './parser';

/** Everything that is known of one family of formats: one folder, one line in `registry.ts`. */
export interface FormatFamily extends FormatInfo {
  readonly parsers: readonly LogParser[];
  /** Only families whose logs make results have one. */
  readonly assembler?: Assembler;
}

/** A parsed log and where it came from. */
export interface LocatedLog<Log extends ParsedLog = ParsedLog> {
  /** Path within the upload. */
  path: string;
  log: Log;
  /** Lines of it that disagree with others; left out where there are none. */
  doubts?: readonly LineDoubt[];
  /** True where people wrote the file: it counts only where no other file has results. */
  isNotes?: boolean;
}

/** Names that follow conventions of a format. */
export type OwnNames = 'files' | 'all';

export interface Assembler {
  /** Which names follow conventions of the format, which it has read: those of files, or of directories too. */
  readonly hasOwnNames?: OwnNames;
  /**
   * Takes its own logs and the vmstat and iostat logs that belong to them, and makes
   * parts of runs of them. What it used it claims; assemblers that come later do not see it.
   *
   * @param logs what no assembler before has claimed
   */
  assemble(logs: readonly LocatedLog[], context: AssembleContext): RunPart[];
}

/** The line of a note, or more of it. */
export interface NoteOptions {
  line?: number;
  /** In place of the code's own: for what is as it should be. */
  severity?: Diagnostic['severity'];
}

export interface WantedDevice {
  name: string;
  /** Who names it, in words for a diagnostic. */
  by: string;
}

export interface AssembleContext {
  /** Label of logs at the top of the upload. */
  readonly rootLabel: string;
  /** Device of iostat that the sender or basecase.json names for a directory; null to choose one. */
  wantedDevice(directory: string): WantedDevice | null;
  /** Data locations from files in or above a directory, nearest first. */
  storage(directory: string): readonly LocatedLog<StorageLog>[];
  /** The benchmark that a tool is called by, id or name in any case; its name as an id where none is registered. */
  benchmarkNamed(name: string): BenchmarkId;
  /** True where a benchmark of this id or name is registered. */
  isRegistered(name: string): boolean;
  claim(log: LocatedLog): void;
  note(code: DiagnosticCode, file: string | null, message: string, at?: number | null | NoteOptions): void;
  /**
   * Takes room for results of the open format, of which an upload has a bounded number.
   *
   * @returns how many of the wanted ones there is room for
   */
  roomForResults(wanted: number): number;
  /** Cores of the server as basecase.json says for this directory, null when it does not. */
  cores(directory: string): number | null;
  /** Names of the columns of tables in this directory that do not name them, as basecase.json says; null when it does not. */
  columns(directory: string): readonly string[] | null;
  /** What basecase.json says of the columns of tables in this directory, null when it says nothing. */
  table(directory: string): TableMapping | null;
}

/** A summary table: its columns were measured together, by one author, on one server. */
export interface SummaryTable {
  /** Equal for the columns of one table, and of tables that restate it. */
  key: string;
  /**
   * What holds of its columns when neither its path nor raw logs say how much data it was measured with: whether that
   * was cached, else a label that no table of another place has.
   */
  alone: Pick<Workload, 'cached' | 'label'>;
}

/**
 * Results of one variant and workload from one place. Parts that are equal in everything but their directory are
 * joined to one run, their results become repeats.
 */
export interface RunPart {
  benchmark: BenchmarkId;
  /** Name of the run directory, or of the table's column. */
  label: string;
  directory: string;
  variant: Variant;
  workload: Workload;
  /** From names or logs; null leaves it to basecase.json and the uploader. */
  server: Server | null;
  cores: number | null;
  /** `repeat` is numbered when parts are joined. */
  results: NormalizedResult[];
  /** True for numbers of a summary table: dropped where the upload holds the raw logs of the same test. */
  isSummary?: boolean;
  /** The table that a summary is a column of. Left out where columns are independent. */
  table?: SummaryTable;
  /** What the file itself says of its runs, in the words of basecase.json; what basecase.json says comes before it. */
  said?: Manifest;
  /** Which names its assembler has read; left out: none. */
  hasOwnNames?: OwnNames;
  /** What determined its identity; set by `identify`. */
  identity?: IdentityValue[];
  /** True for a part whose identity `identify` determined: its directory is not a part of it. */
  isIdentified?: boolean;
  /** Number of the run within its file, where nothing shows that it repeats another run of the file. */
  segmentOfLog?: number;
  /** Directory of raw logs of the same table: what basecase.json says there of server and workload holds here too. */
  home?: string;
}

/** A part without results and, where they are left out, with nothing known of workload, server and cores. */
export function newPart(
  part: Pick<RunPart, 'benchmark' | 'label' | 'directory' | 'variant'> & Partial<RunPart>,
): RunPart {
  return { workload: UNKNOWN_WORKLOAD, server: null, cores: null, results: [], ...part };
}

/** The logs of one type, for assemblers. */
export function logsOfType<Log extends ParsedLog>(
  logs: readonly LocatedLog[],
  type: Log['type'],
): LocatedLog<Log>[] {
  return logs.filter((located): located is LocatedLog<Log> => located.log.type === type);
}
