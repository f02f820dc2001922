import type { ReportPicture } from '@basecase/analysis';
import { compareUrl, tableCard } from '@basecase/views/compare';
import type { LoadedView } from '@basecase/views/report';
import { renderImage } from '../image/render-image';

/** Where the table of a report is as a picture: of a permalink one that never changes, else of the live view. */
export function pictureAddress(
  origin: string,
  { state }: Pick<LoadedView, 'state'>,
  permalink: string | null,
): string {
  if (permalink !== null) return `${origin}/p/${permalink}/opengraph-image?size=table`;
  const query = compareUrl.query(state);
  return `${origin}/compare/image${query}${query === '' ? '?' : '&'}size=table`;
}

/** The table of a report as a picture that is its own address: nothing has to be fetched to see it. */
export async function pictureInside({ data, state }: LoadedView): Promise<string> {
  const image = await renderImage(
    { table: tableCard(data, state), cell: null },
    { size: 'table', maxAge: 0 },
  );
  return `data:image/png;base64,${Buffer.from(await image.arrayBuffer()).toString('base64')}`;
}

/** The picture of a report with what it shows in words. */
export function reportPicture(src: string, title: string): ReportPicture {
  return { src, alt: `Heatmap: ${title}` };
}
