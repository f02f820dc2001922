import { describe, expect, it } from 'vitest';
import { jobRow, type UploadOfRow, uploadRow } from './uploads-row';
import type { SendState } from './uploads-state';

const job = (state: SendState, files = 1) =>
  jobRow({ key: 'k', name: 'nov25.tar.gz', sizeBytes: 13_000_000, files, state });

const upload = (over: Partial<UploadOfRow>) =>
  uploadRow({
    filename: 'nov25.tar.gz',
    sizeBytes: 13_000_000,
    state: 'stored',
    hold: false,
    server: null,
    progress: null,
    runs: 9,
    results: 288,
    error: null,
    cancelRequested: false,
    storedAt: null,
    ...over,
  });

describe('the row of a job in this browser', () => {
  it('says how much is sent, of how much, and how fast', () => {
    expect(
      job({ phase: 'sending', sentBytes: 8_100_000, bytesPerSecond: 4_400_000, attempt: 1 }),
    ).toMatchObject({
      about: '13.0 MB',
      status: 'sending, 62%',
      detail: '8.1 MB of 13.0 MB, 4.4 MB/s',
      progress: { value: 8_100_000, max: 13_000_000 },
      actions: ['cancel-sending'],
    });
  });

  it('says no rate before there is one, and that all is sent at the end', () => {
    expect(job({ phase: 'sending', sentBytes: 0, bytesPerSecond: null, attempt: 1 })?.detail).toBe(
      '0 B of 13.0 MB',
    );
    expect(job({ phase: 'sending', sentBytes: 13_000_000, bytesPerSecond: 5, attempt: 1 })).toMatchObject({
      status: 'sending, 100%',
      detail: '13.0 MB, all sent',
    });
  });

  it('never says 100% before the last byte', () => {
    expect(job({ phase: 'sending', sentBytes: 12_999_999, bytesPerSecond: null, attempt: 1 })?.status).toBe(
      'sending, 99%',
    );
  });

  it('says after a cut what happened, what is kept, what to do, and the code', () => {
    const problem = { title: 'The connection was cut.', code: 'CONNECTION_CUT' };
    expect(job({ phase: 'stopped', problem, sentBytes: 5_000_000 })).toMatchObject({
      status: 'stopped',
      emphasis: 'error',
      detail: 'nothing is kept',
      trouble: {
        what: 'The connection was cut.',
        advice: '5.0 MB of 13.0 MB were sent. Send it again: the same bytes are never stored twice.',
        code: 'CONNECTION_CUT',
      },
      actions: ['send-again', 'dismiss'],
    });
    expect(job({ phase: 'resending', problem, sentBytes: 0, seconds: 2 })?.trouble?.advice).toBe(
      'It is sent again automatically.',
    );
  });

  it('says how many files are packed, and leaves what is sent to the server', () => {
    expect(job({ phase: 'waiting' }, 581)?.about).toBe('581 files packed, 13.0 MB');
    expect(job({ phase: 'sent', uploadId: '1', isKnown: false })).toBeNull();
  });
});

describe('the row of an upload on the server', () => {
  it('says how far reading is', () => {
    const progress = { bytes: 6_500_000, files: 407, results: 160 };
    expect(upload({ state: 'reading', hold: true, progress })).toMatchObject({
      status: 'reading, 50%',
      detail: '407 files read, 160 with results',
      progress: { value: 6_500_000, max: 13_000_000 },
      actions: ['cancel'],
    });
    expect(upload({ state: 'reading', progress }).status).toBe('adding, 50%');
    expect(upload({ state: 'reading', cancelRequested: true })).toMatchObject({
      status: 'stopping',
      actions: [],
    });
  });

  it('tells what is added from what was here already', () => {
    expect(upload({})).toMatchObject({ status: 'added', emphasis: 'ok', detail: '9 runs, 288 results' });
    expect(uploadRow({ ...base(), state: 'stored' }, true).status).toBe('already stored');
  });

  it('gives advice for each error, also for an unknown one', () => {
    const broken = { code: 'ARCHIVE_UNREADABLE', message: 'cut gzip data. Make or copy the file again.' };
    expect(upload({ state: 'failed', error: broken }).trouble).toMatchObject({
      what: 'Cut gzip data. Make or copy the file again.',
      advice: 'Nothing was stored.',
      code: 'ARCHIVE_UNREADABLE',
    });
    expect(upload({ state: 'failed', error: { code: 'NEW', message: 'x' } }).trouble?.advice).not.toBe('');
    const stuck = { code: 'READER_STUCK', message: 'reading made no progress for 30 s and was ended' };
    expect(upload({ state: 'failed', error: stuck })).toMatchObject({
      trouble: {
        what: 'Reading made no progress for 30 s and was ended.',
        advice: expect.stringContaining('damaged'),
      },
      actions: ['read-again', 'dismiss'],
    });
  });

  it('says of one that was stored before that nothing is lost', () => {
    expect(upload({ state: 'failed', storedAt: '2026-11-20T00:00:00.000Z' }).detail).toBe(
      'what was stored before is kept; the original file is deleted after 7 days or with the upload',
    );
  });
});

function base(): UploadOfRow {
  return {
    filename: 'a',
    sizeBytes: 1,
    state: 'queued',
    hold: true,
    server: 'pn53',
    progress: null,
    runs: 1,
    results: 1,
    error: null,
    cancelRequested: false,
    storedAt: null,
  };
}
