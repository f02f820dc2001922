/** Stored files and their lines. Types only, safe to import anywhere. */
import type { Artifact } from '@basecase/ingest/model';
import type { Origin } from './workloads';

/** One file of an upload. */
export interface UploadFile extends Omit<Artifact, 'sha256'> {
  id: string;
}

export interface ArtifactView extends UploadFile {
  /** ISO 8601: since when its bytes are gone, by the retention rule; null: they are stored. */
  filesRemovedAt: string | null;
  upload: { id: string; filename: string; origin: Origin };
}

/** Some lines of a file as text. */
export interface ArtifactLines {
  artifact: ArtifactView;
  /** Number of the first line shown; 1-based. */
  first: number;
  /** Lines that a full page has. */
  pageLines: number;
  /** Long lines are cut at their end. */
  lines: { text: string; cut: boolean }[];
  /** True when the file has lines after the last one shown. */
  more: boolean;
  /** True for binary content, which is not shown. Lines are also missing when the bytes are deleted. */
  binary: boolean;
}
