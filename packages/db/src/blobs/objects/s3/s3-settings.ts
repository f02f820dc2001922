import { BlobStoreError } from '../../../errors';
import { BLOB_LOCATIONS, parseS3Location } from '../../../settings/blob-location.mjs';

/** The variables that other programs for S3 read, too. */
export interface S3Environment {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
  AWS_REGION?: string | undefined;
  AWS_DEFAULT_REGION?: string | undefined;
  AWS_ENDPOINT_URL_S3?: string | undefined;
  AWS_ENDPOINT_URL?: string | undefined;
}

/** Where the objects are, and what opens them. Never printed, and handed to no log. */
export type S3Settings = ReturnType<typeof readS3Settings>;

const DEFAULT_REGION = 'us-east-1';

/**
 * @param location `s3://bucket` or `s3://bucket/prefix`
 * @throws BlobStoreError that names the setting, never its value where that is a key
 */
export function readS3Settings(location: string, env: S3Environment) {
  const place = parseS3Location(location);
  if (!place) throw settingError(`BASECASE_BLOBS must be ${BLOB_LOCATIONS}`);
  const accessKeyId = env.AWS_ACCESS_KEY_ID?.trim();
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY?.trim();
  if (!accessKeyId || !secretAccessKey) {
    throw settingError(
      'BASECASE_BLOBS names a bucket of S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set',
    );
  }
  const region = env.AWS_REGION?.trim() || env.AWS_DEFAULT_REGION?.trim() || DEFAULT_REGION;
  if (!/^[a-z0-9-]+$/.test(region))
    throw settingError('AWS_REGION is not the name of a region, e.g. eu-central-1');
  return {
    /** As in BASECASE_BLOBS. */
    location,
    /** Address of the bucket, without a slash at its end. */
    bucketUrl: bucketUrl(place.bucket, region, env),
    /** What all names begin with: '' or ending with a slash. */
    prefix: place.prefix,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN?.trim() || null,
  };
}

/** With a custom endpoint the bucket is in the path, because subdomains of it mostly don't resolve. */
function bucketUrl(bucket: string, region: string, env: S3Environment): string {
  const endpoint = env.AWS_ENDPOINT_URL_S3?.trim() || env.AWS_ENDPOINT_URL?.trim();
  if (!endpoint) {
    // A dot in the name would not fit the certificate.
    return bucket.includes('.')
      ? `https://s3.${region}.amazonaws.com/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`;
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search) {
    throw settingError('AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) must be http:// or https:// and a host');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/${bucket}`;
}

function settingError(message: string): BlobStoreError {
  return new BlobStoreError('BLOBS_SETTING', `${message}.`);
}
