/** Uploads as they are shown, and the actions they allow. */
import type {
  Upload,
  UploadDeletion,
  UploadFilter,
  UploadPage as UploadPageOfContract,
} from '@basecase/contract/upload';
import type { ArtifactStatus, Diagnostic } from '@basecase/ingest/model';
import type { UploadFile } from './artifacts';
import type { Origin, ServerName } from './workloads';

export type UploadState = Upload['state'];
export type UploadProgress = NonNullable<Upload['progress']>;
export type UploadCampaign = Upload['campaign'];
/** Files of an upload that were taken for the same thing. */
export type FileGroup = Upload['files'][number];
export type { UploadDeletion, UploadFilter };

export type UploadListEntry = UploadPageOfContract['uploads'][number] & { origin: Origin };

/** A diagnostic code of an upload. */
export interface DiagnosticGroup {
  code: string;
  severity: Diagnostic['severity'];
  count: number;
  /** The first few. */
  examples: Diagnostic[];
}

/** A run of an upload that is stored, also one that another upload had brought before. */
export type UploadRun = Omit<Upload['runs'][number], 'server' | 'compareUrl' | 'openUrl'> & {
  server: { slug: string; name: string };
  /** What must be equal in words, as of a workload: the clients may be all that differs. */
  details: string[];
  /** Path and query of its heatmap. */
  comparePath: string;
  /** Of the page that the heatmap opens as: of several numbers of clients one page. */
  openPath: string;
};

type Preview = NonNullable<Upload['preview']>;
/** A run that was found and is not stored yet. `campaign` is left out in older previews. */
export type PreviewRun = Preview['runs'][number];
/** What an upload holds, before it counts. */
export type UploadPreview = Omit<Preview, 'diagnostics'> & { diagnostics: DiagnosticGroup[] };

export interface UploadView
  extends UploadListEntry,
    Pick<
      Upload,
      | 'parserVersion'
      | 'isOutdated'
      | 'filesRemovedAt'
      | 'thinnedRuns'
      | 'files'
      | 'campaign'
      | 'knownCampaigns'
      | 'knownServers'
    > {
  storedRuns: UploadRun[];
  diagnosticGroups: DiagnosticGroup[];
  /** Null unless it waits to be confirmed. */
  preview: UploadPreview | null;
}

/** A server of an upload whose kind is unknown. */
export interface ServerToAsk {
  slug: string;
  name: string;
  /** Id of the newest change of its facts, `0` for none: an answer names the one that was seen. */
  seen: string;
}

export interface UploadPage extends Pick<UploadPageOfContract, 'next'> {
  uploads: UploadListEntry[];
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

/** Results of a stored upload share a cell, and their relation is unknown: they are kept apart. */
export interface OpenQuestion {
  upload: string;
  filename: string;
  /** `oltp_insert: 6 experiments share this cell. …`, of the cell with the most. */
  text: string;
  /** Further questions of the upload. */
  more: number;
}

export interface UploadQuestion extends OpenQuestion {
  /** Layouts that may answer it, the best first. */
  patterns: string[];
}

/** One heatmap that an upload brought columns to, with the base it is best looked at against. */
export interface UploadHeatmap {
  server: ServerName;
  workload: { slug: string; label: string };
  product: string;
  /** Versions of the upload, in release order. */
  versions: string[];
  /** All of these are builds of version lines: the page that answers is their series. */
  areNights: boolean;
  /** The release of the same product before all of these; when there is none, the oldest of these (`isOwn`). */
  base: { slug: string; version: string; isOwn: boolean };
}

/** What an import did, for the CLI and the upload page. */
export interface IngestReport {
  uploadId: string;
  /** stored: new. unchanged: these bytes were here already. reparsed: same upload, new parser result. */
  outcome: 'stored' | 'unchanged' | 'reparsed';
  runs: (Pick<UploadRun, 'id' | 'label' | 'results' | 'comparePath' | 'openPath'> & {
    isNew: boolean;
    /** Of its workload; null: unknown. */
    clients: number | null;
  })[];
  artifacts: { parsed: number; kept: number; unknown: number };
  diagnostics: Diagnostic[];
}

/** An upload that was added or failed, and that no visitor dismissed yet. */
export interface UnseenUpload {
  id: string;
  filename: string;
  state: 'stored' | 'failed';
  /** Of one that failed. */
  errorMessage: string | null;
  /** ISO 8601. */
  createdAt: string;
}
