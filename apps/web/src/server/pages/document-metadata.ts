import { documentTitle, type ViewDocument } from '@basecase/views/document';
import type { Metadata } from 'next';
import { pageOrigin } from './page-origin';
import { socialMetadata } from './social-metadata';

/**
 * Title, description and image of a live view.
 *
 * @param path path and query of the view
 */
export async function documentMetadata(document: ViewDocument, path: string): Promise<Metadata> {
  const { strong, rest } = document.sentence;
  return socialMetadata({
    origin: await pageOrigin(),
    title: documentTitle(document),
    description: strong + rest,
    path,
    image: `/image${path}`,
  });
}
