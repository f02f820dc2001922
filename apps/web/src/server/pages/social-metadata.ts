import { documentTitle, type ViewDocument } from '@basecase/views/document';
import type { Metadata } from 'next';
import { pageOrigin } from './page-origin';

export interface SocialCard {
  /** Of this server: cards have absolute links. */
  origin: URL;
  title: string;
  description: string;
  /** Path and query of the page. */
  path: string;
  /** Path and query of its image, 1200 × 630. */
  image: string;
}

/** Title, description and image of a page, for the window and for whoever links to it. */
export function socialMetadata({ origin, title, description, path, image }: SocialCard): Metadata {
  return {
    metadataBase: origin,
    title,
    description,
    openGraph: {
      type: 'article',
      siteName: 'Basecase',
      title,
      description,
      url: path,
      images: [{ url: image, width: 1200, height: 630, alt: description, type: 'image/png' }],
    },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  };
}

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
