// What BASECASE_BLOBS may be. Plain JavaScript without packages: see settings.mjs. Types: blob-location.d.mts.

/** `scheme://` of any store; not `C:\`, which is a folder. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;
const S3 = /^[sS]3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*\/?)?$/;

export const BLOB_LOCATIONS =
  'a folder, without file://, or s3://bucket/prefix, where a prefix has letters, digits, ".", "_", "-" and "/"; other kinds of store are not supported';

/** Means S3, whether or not it can be read. Schemes are the same in capitals (RFC 3986, section 3.1). */
export function isS3Location(location) {
  return /^s3:/i.test(location);
}

/** Null for what names no bucket. */
export function parseS3Location(location) {
  const [, bucket, prefix = ''] = S3.exec(location) ?? [];
  if (bucket === undefined || !PREFIX.test(prefix) || prefix.split('/').includes('..')) return null;
  return { bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}

/** False for an address that would be taken for a folder of that name. */
export function isBlobLocation(location) {
  return isS3Location(location) ? parseS3Location(location) !== null : !ADDRESS.test(location);
}
