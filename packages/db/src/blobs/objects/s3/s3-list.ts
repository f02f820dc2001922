import type { StoredObject } from '../object-store';
import { type S3Transport, textOf } from './s3-transport';

/** A page has at most 1,000 objects, of which each says some 500 bytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

const ENTRY = /<Contents>(.*?)<\/Contents>/gs;

/**
 * The objects whose names begin with `prefix`, page by page, by ListObjectsV2:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 *
 * @param max of a page; the first page is the last when it is given
 */
export async function* listObjects(
  transport: S3Transport,
  prefix: string,
  max?: number,
): AsyncGenerator<StoredObject[]> {
  let token: string | null = null;
  do {
    const answer = await transport.send({
      method: 'GET',
      path: '/',
      query: {
        'list-type': '2',
        // Names come as in an address: nothing of them has to be taken out of XML.
        'encoding-type': 'url',
        prefix,
        ...(max !== undefined && { 'max-keys': String(max) }),
        ...(token !== null && { 'continuation-token': token }),
      },
    });
    const page = await textOf(answer, MAX_PAGE_BYTES);
    yield [...page.matchAll(ENTRY)].map(([, entry = '']) => ({
      name: decodeURIComponent(tagText(entry, 'Key')?.replaceAll('+', ' ') ?? ''),
      bytes: Number(tagText(entry, 'Size')),
    }));
    token =
      tagText(page, 'IsTruncated') === 'true' ? unescaped(tagText(page, 'NextContinuationToken')) : null;
  } while (token !== null && max === undefined);
}

function tagText(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string | null): string | null {
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null;
}
