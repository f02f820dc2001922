/** Uploads as they are shown, and the actions they allow. */
import type { ArtifactStatus, BenchmarkId, Diagnostic, ResultStatus } from '@basecase/ingest/model';
import type { UploadFile } from './artifacts';
import type { Origin, ServerName } from './workloads';

/**
 * queued → reading → stored | failed | cancelled. An upload that is held stops at preview, and goes through queued
 * and reading again when it is confirmed.
 */
export type UploadState = 'queued' | 'reading' | 'preview' | 'stored' | 'failed' | 'cancelled';

/** How far reading is. */
export interface UploadProgress {
  /** Of the upload's own bytes, as they were sent: `bytes / sizeBytes` is the part that is read. */
  bytes: number;
  files: number;
  /** Logs with results read so far. */
  results: number;
}

export interface UploadListEntry {
  id: string;
  filename: string;
  sha256: string;
  sizeBytes: number;
  origin: Origin;
  state: UploadState;
  /** Stops after reading, with a preview. */
  hold: boolean;
  /** Name of the server as the uploader gave it, null when none was given. */
  server: string | null;
  settings: Record<string, string>;
  runs: number;
  results: number;
  measurements: number;
  /** How many diagnostics there are, all codes together. */
  diagnostics: number;
  /** Null unless it is being read. */
  progress: UploadProgress | null;
  /** A reader was asked to stop and has not yet. */
  cancelRequested: boolean;
  /** Why it failed, null in every other state. */
  error: { code: string; message: string } | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601, null unless it is stored. */
  storedAt: string | null;
}

/** A diagnostic code of an upload. */
export interface DiagnosticGroup {
  code: string;
  severity: Diagnostic['severity'];
  count: number;
  /** The first few. */
  examples: Diagnostic[];
}

/** Files of an upload that were taken for the same thing. */
export interface FileGroup {
  kind: string;
  status: ArtifactStatus;
  count: number;
}

/** A run of an upload that is stored, also one that another upload had brought before. */
export interface UploadRun {
  id: string;
  label: string;
  results: number;
  server: { slug: string; name: string };
  /** `sysbench, cached`. */
  workload: string;
  /** Path and query of its heatmap. */
  comparePath: string;
  /** False when the run came with another upload: deleting this one does not remove it. */
  isOwn: boolean;
}

/** A run that was found and is not stored yet. */
export interface PreviewRun {
  label: string;
  /** Directory within the upload. */
  path: string;
  product: string;
  version: string;
  versionKnown: boolean;
  flavour: string | null;
  config: string | null;
  benchmark: BenchmarkId;
  /** `sysbench, cached`. */
  workload: string;
  /** What must be equal, in words: `1 table × 50M rows`, `1 client`. */
  workloadDetails: string[];
  /** manifest: from basecase.json, which overrides all others. named: by the uploader. files: from their names or logs. guessed: from none of these. */
  server: { name: string; from: 'manifest' | 'named' | 'files' | 'guessed'; cores: number | null };
  results: Partial<Record<ResultStatus, number>>;
  measurements: number;
  /** The same run is stored already: confirming adds nothing of it, or completes it. */
  isStored: boolean;
  /** Name of what it was measured with; null: the upload is the campaign. Left out in older previews. */
  campaign?: string | null;
}

/** Which campaign the runs of an upload are of. */
export interface UploadCampaign {
  /** What people say, with the upload or later; it comes before what the files say. Null: nothing. */
  said: string | null;
  /** What basecase.json says of its runs, each name once. */
  ofFiles: string[];
  /** Values entered after it was sent, the newest first; null: withdrawn. */
  changes: { campaign: string | null; by: string; at: string }[];
}

/** What an upload holds, before it counts. */
export interface UploadPreview {
  parserVersion: number;
  runs: PreviewRun[];
  results: number;
  measurements: number;
  files: FileGroup[];
  diagnostics: DiagnosticGroup[];
}

export interface UploadView extends UploadListEntry {
  /** Parsers that read it, null when it was never read to the end. */
  parserVersion: number | null;
  /** Newer parsers are there, and its files: reading it again may give more. */
  isOutdated: boolean;
  /** ISO 8601: since when its files are gone, by the retention rule; null: they are stored. */
  filesRemovedAt: string | null;
  /** Runs of nights that the retention rule thinned out, while others of the upload stayed. */
  thinnedRuns: number;
  storedRuns: UploadRun[];
  files: FileGroup[];
  diagnosticGroups: DiagnosticGroup[];
  campaign: UploadCampaign;
  /** Names of campaigns, the newest first: to name the same one again. */
  knownCampaigns: string[];
  /** Null unless it waits to be confirmed. */
  preview: UploadPreview | null;
  /** Servers to choose from; empty unless it waits to be confirmed. */
  knownServers: ServerName[];
}

/** A server of an upload whose kind is unknown. */
export interface ServerToAsk {
  slug: string;
  name: string;
  /** Id of the newest change of its facts, `0` for none: an answer names the one that was seen. */
  seen: string;
}

export interface UploadFilter {
  /** Part of the file name, of the server's name, or of the label of a run. */
  search?: string | undefined;
  state?: UploadState | undefined;
  /** `next` of the page before. */
  cursor?: string | undefined;
  /** Default 50. */
  limit?: number | undefined;
}

export interface UploadPage {
  uploads: UploadListEntry[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** Contents that are deleted with an upload. */
export interface UploadDeletion {
  id: string;
  filename: string;
  /** Runs that go, by label. Those that another upload brought stay. */
  runs: { id: string; label: string; results: number }[];
  results: number;
  measurements: number;
  files: number;
  /** Uploads that hold some of the same logs: they are read again, which restores the shared results. */
  readAgain: { id: string; filename: string }[];
}

export interface UploadFileFilter {
  /** Words that must be in the path; `-word` must not. */
  search?: string | undefined;
  kind?: string | undefined;
  status?: ArtifactStatus | undefined;
  /** `next` of the page before. */
  cursor?: string | undefined;
  /** Default 100. */
  limit?: number | undefined;
}

export interface UploadFilePage {
  files: UploadFile[];
  /** How many match the filter, on all pages. */
  total: number;
  next: string | null;
}

/** One heatmap that an upload brought columns to, with the base it is best looked at against. */
export interface UploadHeatmap {
  server: ServerName;
  workload: { slug: string; label: string };
  product: string;
  /** Versions of the upload, in release order. */
  versions: string[];
  /** The release of the same product before all of these; when there is none, the oldest of these (`isOwn`). */
  base: { slug: string; version: string; isOwn: boolean };
}

/** What an import did, for the CLI and the upload page. */
export interface IngestReport {
  uploadId: string;
  /** stored: new. unchanged: these bytes were here already. reparsed: same upload, new parser result. */
  outcome: 'stored' | 'unchanged' | 'reparsed';
  runs: { id: string; label: string; results: number; isNew: boolean; comparePath: string }[];
  artifacts: { parsed: number; kept: number; unknown: number };
  diagnostics: Diagnostic[];
}
