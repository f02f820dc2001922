import type { UploadListEntry } from '@basecase/db/types';
import { FAILED_RAW_DAYS } from '@basecase/ingest/model';
import { bytesText, countText, groupDigits } from '../text/words';
import type { SendJob, SendProblem } from './uploads-state';

export type RowAction = 'cancel-sending' | 'send-again' | 'dismiss' | 'cancel' | 'review' | 'read-again';

/** One row of the upload page: how far it is, what it needs. */
export interface RowModel {
  name: string;
  /** Beside the name: what it is. */
  about: string;
  /** In a word or two: `sending, 62%`. Read out when its first word changes. */
  status: string;
  emphasis: 'error' | 'ok' | null;
  detail: string;
  /** Null without progress; `max` null if the total is unknown. */
  progress: { label: string; value: number; max: number | null } | null;
  /** What happened, what was kept, what to do, and the code. */
  trouble: { what: string; advice: string; code: string } | null;
  actions: RowAction[];
}

const still = { emphasis: null, detail: '', progress: null, trouble: null } as const;

/** A job of this browser; null when it is the server's (`sent`). */
export function jobRow({ name, files, sizeBytes, state }: SendJob): RowModel | null {
  const about =
    files > 1 ? `${countText(files, 'file')} packed, ${bytesText(sizeBytes)}` : bytesText(sizeBytes);
  const row = { name, about };
  switch (state.phase) {
    case 'waiting':
      return {
        ...row,
        ...still,
        status: 'waiting',
        detail: 'two are sent at a time',
        actions: ['cancel-sending'],
      };
    case 'checking':
      return {
        ...row,
        ...still,
        status: 'checking',
        detail: 'whether these bytes are already stored',
        progress: { label: 'Checking', value: 0, max: null },
        actions: ['cancel-sending'],
      };
    case 'sending':
      return {
        ...row,
        ...still,
        status: `sending, ${percent(state.sentBytes, sizeBytes)}`,
        detail: sendingDetail(state, sizeBytes),
        progress: { label: 'Bytes sent', value: state.sentBytes, max: sizeBytes },
        actions: ['cancel-sending'],
      };
    case 'resending':
      return {
        ...row,
        ...still,
        status: 'sending again',
        detail: `in ${state.seconds} s`,
        progress: { label: 'Bytes sent', value: 0, max: sizeBytes },
        trouble: stopped(
          state.problem,
          `${sentOf(state.sentBytes, sizeBytes)} It is sent again automatically.`,
        ),
        actions: ['cancel-sending'],
      };
    case 'stopped':
      return {
        ...row,
        ...still,
        status: 'stopped',
        emphasis: 'error',
        detail: 'nothing is kept',
        trouble: stopped(
          state.problem,
          `${sentOf(state.sentBytes, sizeBytes)} Send it again: the same bytes are never stored twice.`,
        ),
        actions: ['send-again', 'dismiss'],
      };
    case 'cancelled':
      return {
        ...row,
        ...still,
        status: 'cancelled',
        detail: 'not sent',
        actions: ['send-again', 'dismiss'],
      };
    case 'sent':
      return null;
  }
}

function sendingDetail(
  { sentBytes, bytesPerSecond }: { sentBytes: number; bytesPerSecond: number | null },
  sizeBytes: number,
): string {
  // All is sent, and the server has not answered: it writes the last of it down.
  if (sentBytes >= sizeBytes) return `${bytesText(sizeBytes)}, all sent`;
  const rate = bytesPerSecond === null ? '' : `, ${bytesText(Math.round(bytesPerSecond))}/s`;
  return `${bytesText(sentBytes)} of ${bytesText(sizeBytes)}${rate}`;
}

function sentOf(sentBytes: number, sizeBytes: number): string {
  return sentBytes === 0 ? '' : `${bytesText(sentBytes)} of ${bytesText(sizeBytes)} were sent.`;
}

function stopped({ title, code }: SendProblem, advice: string): RowModel['trouble'] {
  return { what: title, advice: advice.trim(), code };
}

function percent(value: number, max: number): string {
  return max === 0 ? '100%' : `${Math.min(100, Math.floor((value / max) * 100))}%`;
}

/** What the server knows of an upload. */
export type UploadOfRow = Pick<
  UploadListEntry,
  | 'filename'
  | 'sizeBytes'
  | 'state'
  | 'hold'
  | 'server'
  | 'progress'
  | 'runs'
  | 'results'
  | 'error'
  | 'cancelRequested'
  | 'storedAt'
>;

/**
 * @param isKnown these bytes were sent before
 */
export function uploadRow(upload: UploadOfRow, isKnown = false): RowModel {
  const row = {
    ...still,
    name: upload.filename,
    about: [bytesText(upload.sizeBytes), upload.server].filter(Boolean).join(', '),
  };
  switch (upload.state) {
    case 'queued':
      return { ...row, status: 'waiting', detail: 'to be read', actions: ['cancel'] };
    case 'reading':
      return { ...row, ...reading(upload), actions: upload.cancelRequested ? [] : ['cancel'] };
    case 'preview':
      return { ...row, status: 'preview', detail: 'nothing counts yet', actions: ['review'] };
    case 'stored':
      return {
        ...row,
        status: isKnown ? 'already stored' : 'added',
        emphasis: 'ok',
        detail:
          upload.runs === 0
            ? 'profiles, shown at the run that they are named after'
            : `${countText(upload.runs, 'run')}, ${countText(upload.results, 'result')}`,
        actions: ['dismiss'],
      };
    case 'failed':
      return {
        ...row,
        status: 'stopped',
        emphasis: 'error',
        detail: `${upload.storedAt === null ? 'nothing is stored' : 'what was stored before is kept'}; the original file is deleted after ${FAILED_RAW_DAYS} days or with the upload`,
        trouble: upload.error && {
          what: sentence(upload.error.message),
          advice: WHAT_TO_DO[upload.error.code] ?? WHAT_TO_DO['INTERNAL'] ?? '',
          code: upload.error.code,
        },
        // The same damaged bytes are read no better the second time.
        actions: upload.error?.code === 'ARCHIVE_UNREADABLE' ? ['dismiss'] : ['read-again', 'dismiss'],
      };
    case 'cancelled':
      return {
        ...row,
        status: 'cancelled',
        detail: 'nothing is stored or kept',
        actions: ['dismiss'],
      };
  }
}

/** Messages begin with what they are about, often in lower case, and many end without a point. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
}

function reading({ progress, sizeBytes, hold, cancelRequested }: UploadOfRow) {
  if (cancelRequested) return { status: 'stopping', detail: 'within about a second' };
  const word = hold ? 'reading' : 'adding';
  if (!progress) return { status: word, progress: { label: 'Bytes read', value: 0, max: null } };
  const { bytes, files, results } = progress;
  return {
    status: `${word}, ${percent(bytes, sizeBytes)}`,
    detail: `${countText(files, 'file')} read, ${groupDigits(results)} with results`,
    progress: { label: 'Bytes read', value: Math.min(bytes, sizeBytes), max: sizeBytes },
  };
}

/** By the code of the error; codes are stable. */
const WHAT_TO_DO: Record<string, string> = {
  ARCHIVE_UNREADABLE: 'Nothing was stored.',
  ARCHIVE_TOO_LARGE: 'Nothing was stored. Send it in parts: one tarball for each run directory.',
  TIME_LIMIT: 'Nothing was stored. Send it in parts: one tarball for each run directory.',
  NO_KNOWN_LOGS:
    'Nothing was stored. The list of files names the expected formats. Is this the tarball of the raw logs?',
  BYTES_GONE: 'Send it again.',
  INVALID_LAYOUT: 'Nothing was stored. Send it again with a layout that can be read, or without one.',
  READER_STUCK:
    'Other uploads are not affected. Is a file in it damaged? Try without it; read it again if the server was very busy.',
  READER_TOO_LONG: 'Other uploads are not affected. Send it in parts: one tarball for each run directory.',
  READER_OUT_OF_MEMORY:
    'Other uploads are not affected. Send it in parts: one tarball for each run directory.',
  READER_LOST: 'Other uploads are not affected. Read it again; if that does not help, see the server log.',
  DISK_FULL: 'Nothing is lost. Read it again when there is room.',
  DATABASE_FULL: 'Nothing is lost. Read it again when there is room.',
  INTERNAL: 'Read it again. If that does not help, see the server log.',
};
