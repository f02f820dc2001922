import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { FAILED_RAW_DAYS } from '@basecase/ingest/model';
import { secretForms } from '@basecase/ingest/testing/secret-forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUpload } from '../queries/uploads/get-upload';
import { listUploads } from '../queries/uploads/list-uploads';
import { sampleLogs } from '../testing/sample-logs';
import { listFiles, openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { cancelUpload, confirmUpload } from './change-upload';
import { cleanRawBytes } from './clean-raw-bytes';
import { deleteUpload } from './delete-upload';

let bench: UploadBench;
beforeAll(async () => {
  bench = await openUploadBench();
});
afterAll(() => bench.close());

const FORMS = secretForms();
const SECRETS = FORMS.map(({ secret }) => secret);
const inText = FORMS.map(({ text }) => text).join('\n');
/** One that is short enough for a name. */
const PASSWORD = 'ZQXVK99999';
const found = (text: string) =>
  [...SECRETS, PASSWORD].flatMap((secret) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : text.slice(Math.max(0, at - 60), at + 20);
  });

/** Every row of every table, the queue's as well. */
async function databaseText(): Promise<string> {
  const { rows: tables } = await bench.database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await bench.database.pool.query<{ text: string }>(
      `SELECT row::text AS text FROM ${name} AS row`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  expect(texts.length).toBeGreaterThan(10);
  return texts.join('\n');
}

/** Bytes of every file in the store and in its temporary folder, unpacked. */
async function blobsText(): Promise<string> {
  const files = await listFiles(bench.blobs.location);
  const texts = await Promise.all(
    files.map(async (file) =>
      gunzipSync(await readFile(path.join(bench.blobs.location, file))).toString('latin1'),
    ),
  );
  return texts.join('\n');
}

const RUN = 'x.pg174_rel.x10a_c8r32.pk1';
const logs = (mark: string) =>
  Object.fromEntries(Object.entries(sampleLogs()).map(([name, text]) => [name, `${text}\n# ${mark}\n`]));

async function plantedUpload(): Promise<Buffer> {
  const inner = await tarOf({ 'notes.txt': inText, [`token=${PASSWORD}.txt`]: 'x' });
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries(logs('planted'))) files[`${RUN}/${name}`] = `${text}${inText}\n`;
  files[`${RUN}/conf.diff.cx10a_c8r32`] = inText;
  files[`${RUN}/my.cnf`] = `[mysqld]\n${inText}\n`;
  files['notes.txt'] = inText;
  files[`PGPASSWORD=${PASSWORD}/sb.o.password=${PASSWORD}.txt`] = 'nothing';
  files[`password=${PASSWORD}.log`] = `password=${PASSWORD}\n${inText}`;
  files['basecase.json'] = JSON.stringify({
    notes: inText,
    campaign: `password=${PASSWORD}`,
    server: { name: 'pn53' },
  });
  const tar = await tarOf(files);
  return withBinaries(tar, {
    'deep/inner.tar.gz': gzipSync(inner),
    'deep/notes.gz': gzipSync(inText),
    'utf16.txt': Buffer.from(`\ufeff${inText}`, 'utf16le'),
  });
}

async function withBinaries(tar: Buffer, files: Record<string, Buffer>): Promise<Buffer> {
  const { pack, extract } = await import('tar-stream');
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name, mtime: new Date(0) }, content);
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    archive.entry({ name: entry.header.name, mtime: new Date(0) }, Buffer.concat(parts));
  }
  archive.finalize();
  const all: Buffer[] = [];
  for await (const part of archive) all.push(part as Buffer);
  return Buffer.concat(all);
}

describe('secrets of an upload', () => {
  it('are in no column, no blob and no answer, from the preview on', async () => {
    const bytes = await plantedUpload();
    const { uploadId } = await bench.send(bytes, { hold: true, filename: `run.password=${PASSWORD}.tar` });
    await bench.workUntil(uploadId, 'preview');
    expect(found(await databaseText())).toEqual([]);
    await confirmUpload(bench.database, uploadId, {
      server: `pn53 token=${PASSWORD}`,
      settings: { notes: `use password=${PASSWORD}`, campaign: `pwd=${PASSWORD}` },
    });
    await bench.workUntil(uploadId, 'stored');
    expect(found(await databaseText())).toEqual([]);
    expect(found(await blobsText())).toEqual([]);
    const answers = [await getUpload(bench.database, uploadId), await listUploads(bench.database)];
    expect(found(JSON.stringify(answers))).toEqual([]);
    // Still recognized by its bytes, of which none are restored.
    expect(await bench.send(bytes, { server: null })).toMatchObject({ uploadId, isNew: false });
    expect(found(await blobsText())).toEqual([]);
  });

  it('leave with what was cancelled, and some days after what failed', async () => {
    const cancelled = await bench.send(await tarOf({ 'a/b': `password=${PASSWORD}` }), { filename: 'c.tar' });
    await cancelUpload(bench.database, bench.blobs, cancelled.uploadId);
    expect(found(await blobsText())).toEqual([]);

    const failed = await bench.send(await tarOf({ [`password=${PASSWORD}`]: inText }), {
      filename: `pwd=${PASSWORD}.tar`,
    });
    await bench.workUntil(failed.uploadId, 'failed');
    expect(found(await databaseText())).toEqual([]);
    await cleanRawBytes(bench.database, bench.blobs);
    expect(found(await blobsText()).length).toBeGreaterThan(100);
    await bench.database.pool.query('UPDATE uploads SET failed_at = $2 WHERE id = $1', [
      failed.uploadId,
      new Date(Date.now() - (FAILED_RAW_DAYS + 1) * 86_400_000),
    ]);
    expect(await cleanRawBytes(bench.database, bench.blobs)).toMatchObject({ removed: 1 });
    expect(found(await blobsText())).toEqual([]);
  });

  it('leave at once with a failed upload that is deleted', async () => {
    const { uploadId } = await bench.send(await tarOf({ x: `password=${PASSWORD}` }));
    await bench.workUntil(uploadId, 'failed');
    await deleteUpload(bench.database, bench.blobs, uploadId);
    expect(found(await blobsText())).toEqual([]);
  });

  it('are removed from uploads masked by fewer rules; their runs keep their ids, and are not duplicated', async () => {
    const files = Object.fromEntries(
      Object.entries(logs('older')).map(([name, text]) => [`${RUN}/${name}`, text]),
    );
    const bytes = await tarOf(files);
    const { uploadId } = await bench.send(bytes);
    await bench.workUntil(uploadId, 'stored');
    const before = (await getUpload(bench.database, uploadId)).storedRuns.map(({ id }) => id);
    // As an earlier version left it: raw bytes there, logs masked otherwise.
    await bench.blobs.put(Readable.from([bytes]));
    await bench.database.pool.query('UPDATE uploads SET mask_version = NULL WHERE id = $1', [uploadId]);
    await bench.database.pool.query(
      `WITH older AS (DELETE FROM log_identities WHERE run_id = ANY ($1) RETURNING *)
       INSERT INTO log_identities (run_id, test_id, repeat, sha256)
       SELECT run_id, test_id, repeat, md5(sha256) || md5(sha256) FROM older`,
      [before.map(Number)],
    );
    await bench.database.pool.query(
      `UPDATE run_places SET identity = md5(identity) || md5(identity) WHERE run_id = ANY ($1)`,
      [before.map(Number)],
    );
    expect(await cleanRawBytes(bench.database, bench.blobs)).toMatchObject({ requeued: 1 });
    // A new upload does not wait for those that an upgrade reads again. The records of the first may still wait.
    const fresh = await bench.send('nothing to read');
    const { rows: jobs } = await bench.database.pool.query(
      `SELECT key FROM graphile_worker.jobs WHERE attempts < max_attempts AND key LIKE 'ingest-%'
       ORDER BY priority, run_at`,
    );
    expect(jobs.map(({ key }) => key)).toEqual([`ingest-${fresh.uploadId}`, `ingest-${uploadId}`]);
    await deleteUpload(bench.database, bench.blobs, fresh.uploadId);
    await bench.workUntil(uploadId, 'stored');
    const runs = (await getUpload(bench.database, uploadId)).storedRuns;
    expect(runs.map(({ id }) => id)).toEqual(before);
    expect(
      await bench.blobs.has(
        (await bench.database.prisma.upload.findUniqueOrThrow({ where: { id: Number(uploadId) } })).sha256,
      ),
    ).toBe(false);
    // The same logs in another tarball are the same run.
    const { uploadId: other } = await bench.send(await tarOf({ ...files, 'x/more': 'y' }));
    await bench.workUntil(other, 'stored');
    expect((await getUpload(bench.database, other)).storedRuns.map(({ id }) => id)).toEqual(before);
  });
});

it('keeps files and folders of the store for its owner alone', async () => {
  for (const file of await listFiles(bench.blobs.location)) {
    const full = path.join(bench.blobs.location, file);
    expect((await stat(full)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(full))).mode & 0o777).toBe(0o700);
  }
});
