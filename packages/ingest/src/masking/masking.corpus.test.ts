import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { packStored } from '../archive/stored-files';
import { IngestError } from '../ingest-error';
import type { ParsedUpload } from '../model/run';
import { readUpload, readUploadStream } from '../read-upload';
import { CORPUS, corpusTitle } from '../testing/corpus';
import { collectingSink } from '../testing/stored';
import { SecretMasker } from './secret-masker';

/** Directories and files of real logs, each an upload. */
const uploads = CORPUS === null ? [] : listUploads(CORPUS);

function listUploads(root: string): string[] {
  return readdirSync(root)
    .map((name) => path.join(root, name))
    .filter((entry) => statSync(entry).isDirectory());
}

afterEach(() => vi.restoreAllMocks());

describe.skipIf(CORPUS === null)(corpusTitle('masking of real logs'), () => {
  describe.each(uploads.map((upload) => [path.basename(upload), upload]))('of %s', (_name, upload) => {
    let masked: ParsedUpload | null;
    let stored: Map<string, Buffer>;
    let hasSecrets = false;
    // Once for both tests: reading a large archive takes seconds.
    beforeAll(async () => {
      const { mask } = SecretMasker.prototype;
      vi.spyOn(SecretMasker.prototype, 'mask').mockImplementation(function (
        this: SecretMasker,
        block,
        starts,
      ) {
        const shown = mask.call(this, block, starts);
        hasSecrets ||= shown !== block;
        return shown;
      });
      const { sink, files } = collectingSink();
      masked = await readOrNull(upload, sink);
      stored = files;
      vi.restoreAllMocks();
    });
    afterAll(() => stored.clear());

    it('changes no number', async () => {
      // The bytes that were read are those of the logs: reading them a second time takes seconds and shows nothing.
      if (!hasSecrets) return;
      vi.spyOn(SecretMasker.prototype, 'mask').mockImplementation((block) => block);
      const raw = await readOrNull(upload);
      expect(numbersOf(masked)).toEqual(numbersOf(raw));
    });

    it('is read the same from what was stored', async () => {
      if (!masked) return;
      const members = masked.artifacts.map(({ path: name, sizeBytes }) => ({
        path: name,
        sizeBytes,
        open: async () => Readable.from([stored.get(name) ?? Buffer.alloc(0)]),
      }));
      const again = await readUploadStream(packStored(members), 'x.tar', {
        sink: collectingSink().sink,
        stored: masked.firstReading,
      });
      expect(again.runs).toEqual(masked.runs);
      expect(again.artifacts).toEqual(masked.artifacts);
      expect(new Set(again.diagnostics.map((found) => JSON.stringify(found)))).toEqual(
        new Set(masked.diagnostics.map((found) => JSON.stringify(found))),
      );
      expect(again.diagnosticCounts).toEqual(masked.diagnosticCounts);
    });
  });
});

async function readOrNull(
  upload: string,
  sink?: ReturnType<typeof collectingSink>['sink'],
): Promise<ParsedUpload | null> {
  try {
    return await readUpload(upload, { hash: false, ...(sink && { sink }) });
  } catch (error) {
    if (error instanceof IngestError && error.code === 'NO_KNOWN_LOGS') return null;
    throw error;
  }
}

/** All that was measured, and where; the commands of results hold what was masked. */
function numbersOf(upload: ParsedUpload | null) {
  return upload?.runs.map(({ results, ...run }) => ({
    ...run,
    results: results.map((result) => ({ ...result, command: null })),
  }));
}
