import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
  it.each(uploads.map((upload) => [path.basename(upload), upload]))(
    'changes no number of %s',
    async (_name, upload) => {
      const masked = await read(upload);
      vi.spyOn(SecretMasker.prototype, 'mask').mockImplementation((block) => block);
      const raw = await read(upload);
      expect(numbersOf(masked)).toEqual(numbersOf(raw));
    },
    120_000,
  );

  it.each(uploads.map((upload) => [path.basename(upload), upload]))(
    'reads %s the same from what was stored',
    async (_name, upload) => {
      const { sink, files } = collectingSink();
      const first = await readOrNull(upload, sink);
      if (!first) return;
      const stored = first.artifacts.map(({ path: name, sizeBytes }) => ({
        path: name,
        sizeBytes,
        open: async () => Readable.from([files.get(name) ?? Buffer.alloc(0)]),
      }));
      const again = collectingSink();
      const second = await readUploadStream(packStored(stored), 'x.tar', {
        sink: again.sink,
        stored: first.firstReading,
      });
      expect(second.runs).toEqual(first.runs);
      expect(second.artifacts).toEqual(first.artifacts);
      expect(new Set(second.diagnostics.map((found) => JSON.stringify(found)))).toEqual(
        new Set(first.diagnostics.map((found) => JSON.stringify(found))),
      );
      expect(second.diagnosticCounts).toEqual(first.diagnosticCounts);
    },
    120_000,
  );
});

const read = (upload: string) => readOrNull(upload, undefined);

async function readOrNull(
  upload: string,
  sink: ReturnType<typeof collectingSink>['sink'] | undefined,
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
