/**
 * How long the raw bytes of an upload that could not be read are kept, in days: so that it can be read again by parsers
 * that know more. Deleting the upload removes them at once.
 */
export const FAILED_RAW_DAYS = 7;
