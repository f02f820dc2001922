/** What stands behind a cell. Types only, safe to import anywhere. */
import type { CellStatus, StopDetail } from '@basecase/analysis';
import type { Doubt, Measurement, NormalizedResult } from '@basecase/ingest/model';
import type { UploadFile } from './artifacts';
import type { CompareColumn } from './compare';

/** Where a stored measurement was read, so that it can be shown in its log. */
export interface EvidenceMeasurement extends Omit<Measurement, 'file' | 'line' | 'lineEnd' | 'doubt'> {
  /** Null for published figures, which have no log. */
  artifactId: string | null;
  file: string | null;
  line: number | null;
  lineEnd: number | null;
  /** Why it is not believed, and where the number stands that contradicts it; left out when nothing does. */
  doubt?: Doubt & { artifactId: string | null };
}

export interface EvidenceResult
  extends Pick<NormalizedResult, 'repeat' | 'status' | 'command' | 'tool' | 'device'> {
  runId: string;
  /** ISO 8601. */
  startedAt: string | null;
  /** From a run marked as bad: counts only without any other. */
  isBad?: boolean;
  measurements: EvidenceMeasurement[];
}

/** Everything known about one cell. */
export interface CellEvidence {
  column: CompareColumn;
  test: string;
  status: CellStatus;
  results: EvidenceResult[];
  /** Where its log tells that it failed or did no operation; left out where it works, or no log tells. */
  stop?: StopDetail & { artifactId: string | null };
  /** Text of the column's configuration file, as the newest upload that held it had it; null when none did. */
  configText: string | null;
  /** The files that the numbers were read from, in the order of the repeats. */
  artifacts: EvidenceArtifact[];
}

/** A stored file behind a cell. */
export type EvidenceArtifact = Omit<UploadFile, 'status'>;

/** A value of a JSON file, with what stands around it where its line does not show it. */
export type ExcerptPlace =
  | {
      /** JSON Pointer within its text: `/results/12/value`. */
      pointer: string;
      /** Which JSON text of the file, from 1. */
      text: number;
      around?: { text: string; hit: boolean }[];
    }
  | { unknown: string };

/** Which number an excerpt is asked for: what tells it from others on its line. */
export type ExcerptNumber = Pick<EvidenceMeasurement, 'metric' | 'value' | 'source'> &
  Pick<EvidenceResult, 'repeat'> & {
    test: string;
    version: string;
    config: string | null;
  };

/** Lines of an artifact around the lines a number was read from. */
export interface LogExcerpt {
  artifactId: string;
  file: string;
  lines: { number: number; text: string; hit: boolean }[];
  /** True when the artifact has lines after the last one shown. */
  more: boolean;
  /** Reason why lines are missing: the retention rule removed the file, or its bytes are lost. Left out where they are there. */
  removed?: string;
  /** For a number read from JSON: which value of it. Left out for other numbers, and where it was not requested. */
  place?: ExcerptPlace;
}
