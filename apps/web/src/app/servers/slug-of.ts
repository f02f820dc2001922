import { decodeSegment } from '../../server/pages/decode-segment';

export interface ServerParams {
  params: Promise<{ slug: string }>;
}

/** The slug in a path, or the raw segment if it can't be decoded. */
export async function slugOf({ params }: ServerParams): Promise<string> {
  return decodeSegment((await params).slug);
}
