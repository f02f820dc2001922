import { cache } from 'react';
import { orNull } from '../or-null';
import { decodeSegment } from '../pages/decode-segment';
import { serverCaller } from '../root';

/** The event of an address with its figures, read once per request; null where there is none. */
export const findEvent = cache(async (address: string) => {
  const slug = decodeSegment(address);
  const [event, figures] = await Promise.all([
    orNull(serverCaller().events.get({ slug })),
    orNull(serverCaller().events.figures({ slug })),
  ]);
  return event && figures && { event, figures };
});
