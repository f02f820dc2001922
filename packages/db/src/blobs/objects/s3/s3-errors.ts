import { BlobStoreError, StorageFullError } from '../../../errors';

/** Codes of errors: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const MEANINGS: Readonly<Record<string, readonly [BlobStoreError['code'], string]>> = {
  NoSuchBucket: ['BLOBS_MISSING', 'the bucket does not exist'],
  InvalidAccessKeyId: ['BLOBS_REFUSED', 'the server does not know the access key (AWS_ACCESS_KEY_ID)'],
  SignatureDoesNotMatch: ['BLOBS_REFUSED', 'the secret key (AWS_SECRET_ACCESS_KEY) is wrong'],
  AccessDenied: [
    'BLOBS_REFUSED',
    'the keys may not do this: they need to list the bucket, and to get, put and delete its objects',
  ],
  InvalidToken: ['BLOBS_REFUSED', 'the session token (AWS_SESSION_TOKEN) is wrong'],
  ExpiredToken: ['BLOBS_REFUSED', 'the session token (AWS_SESSION_TOKEN) has expired'],
  RequestTimeTooSkewed: ['BLOBS_REFUSED', 'the clock of this machine is wrong by more than 15 minutes'],
  AuthorizationHeaderMalformed: ['BLOBS_REFUSED', 'the region (AWS_REGION) is not that of the bucket'],
  PermanentRedirect: ['BLOBS_REFUSED', 'the region (AWS_REGION) is not that of the bucket'],
  EntityTooLarge: ['BLOBS_TOO_LARGE', 'the object is larger than the server takes'],
};

/** Codes of no room: of MinIO, Ceph and others. */
const FULL = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
]);

/** Most bytes read of an error body: its code is at the beginning. */
export const MAX_ERROR_BODY = 16 * 1024;

/**
 * `<Code>` of an error, null without one. The rest of the body may repeat what was signed, so nothing else of it is
 * used.
 */
export function errorCode(body: string): string | null {
  return /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(body)?.[1] ?? null;
}

/**
 * The meaning of a failed answer, without details of the request.
 *
 * @param code from the body, null when there was none, as with HEAD
 */
export function s3Error(status: number, code: string | null): BlobStoreError | StorageFullError {
  if ((code !== null && FULL.has(code)) || status === 507) {
    return new StorageFullError(
      'DISK_FULL',
      'The server of the blob store (S3) has no room, or its quota is used up.',
    );
  }
  const known = code === null ? undefined : MEANINGS[code];
  if (known) return new BlobStoreError(known[0], `The blob store (S3) can't be used: ${known[1]}.`);
  const said = `the server answered ${status}${code === null ? '' : ` (${code})`}`;
  const kind = status === 401 || status === 403 ? 'BLOBS_REFUSED' : 'BLOBS_UNAVAILABLE';
  return new BlobStoreError(kind, `The blob store (S3) can't be used: ${said}.`);
}

/** No answer at all, or half of one. */
export function unreachable(cause: unknown): BlobStoreError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : '';
  return new BlobStoreError(
    'BLOBS_UNAVAILABLE',
    `The blob store (S3) can't be used: its server does not answer${why}.`,
  );
}
