/** What BASECASE_BLOBS may be, in words. */
export const BLOB_LOCATIONS: string;

/** Means S3, whether or not it can be read. */
export function isS3Location(location: string): boolean;

/** prefix: what all names begin with, '' or ending with a slash. Null for what names no bucket. */
export function parseS3Location(location: string): { bucket: string; prefix: string } | null;

/** False for an address that would be taken for a folder of that name. */
export function isBlobLocation(location: string): boolean;
