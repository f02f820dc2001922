import path from 'node:path';
import { expect, it } from 'vitest';
import { blobFolder, inState, root } from './paths.mjs';

it.each([
  ['/srv/blobs', '/srv/blobs'],
  ['elsewhere/blobs', path.join(root, 'elsewhere/blobs')],
  ['s3://bucket/prefix', 's3://bucket/prefix'],
  ['S3://bucket/prefix', 'S3://bucket/prefix'],
  ['gs://bucket/prefix', 'gs://bucket/prefix'],
  ['', inState('blobs')],
])('keeps stored files where BASECASE_BLOBS=%s says', (given, folder) => {
  expect(blobFolder(given)).toBe(folder);
});
