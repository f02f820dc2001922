import { createHash } from 'node:crypto';
import type { GroupChart } from '@basecase/views/compare';
import type { CellCard, TableCard } from '@basecase/views/document';
import { CARD_LIMITS, fitTables, tableImageOf } from '@basecase/views/document';
import type { LinkCard } from '@basecase/views/link';
import { Recent } from '@basecase/views/text';
import { ImageResponse } from 'next/og';
import { problem } from '../answer';
import { cellImage } from './cell-image';
import { groupImage, groupSvg } from './group-image';
import { linkImage } from './link-image';
import { nightsImage, nightsImageHeight } from './nights-image';
import { CARD_SIZE, chartWidth, tableImage, tableImageSize } from './table-image';

/** Kinds of pictures of a view. */
export interface Drawing {
  table: TableCard;
  /** The open cell, where there is one. */
  cell: CellCard | null;
  /** All tables of a view that has more than the one that a card shows. */
  tables?: TableCard[];
  /** The head of a link, which is its card. */
  link?: LinkCard;
}

/** A page that has a card and no table as a picture. */
type CardAlone = Required<Pick<Drawing, 'link'>>;

/** A group chart, which needs nothing else. */
interface GroupsAlone {
  groups: GroupChart;
}

type ImageSize = 'card' | 'table' | 'groups';

/** Which picture an address asks for. */
export function imageSize(query: URLSearchParams): ImageSize {
  const size = query.get('size');
  return size === 'table' || size === 'groups' ? size : 'card';
}

/** A picture that a view has no data for. */
const NO_GROUPS = () =>
  problem({ status: 404, code: 'NOT_FOUND', title: 'No group of this view has a mean to draw' });

/**
 * The group chart that an address asks for, as PNG or, with `format=svg`, as SVG.
 *
 * @returns null when it asks for another picture
 */
export async function renderGroups(
  query: URLSearchParams,
  make: () => GroupChart | null,
  maxAge: number,
): Promise<Response | null> {
  if (imageSize(query) !== 'groups') return null;
  const groups = make();
  if (!groups) return NO_GROUPS();
  const headers = {
    'cache-control': `public, max-age=${maxAge}`,
    'content-disposition': 'inline; filename="groups.svg"',
    // Opened by itself, an SVG is a document.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'content-type': 'image/svg+xml; charset=utf-8',
  };
  if (query.get('format') === 'svg') return new Response(groupSvg(groups), { headers });
  return renderImage({ groups }, { size: 'groups', maxAge });
}

export interface ImageOptions {
  /** card: 1200 × 630, the open cell or what fits of the table. table: all of the table. groups: the group chart. */
  size: ImageSize;
  /** Seconds that others may keep it. */
  maxAge: number;
}

/** Drawing takes some 200 ms of the only thread, a link that is posted somewhere is fetched by many at once. */
const recent = new Recent<Promise<ArrayBuffer>>(32);

/** A view as PNG, in the light theme, with the renderer's built-in font: nothing is fetched. */
export async function renderImage(
  drawing: Drawing | CardAlone | GroupsAlone,
  { size, maxAge }: ImageOptions,
): Promise<Response> {
  const key = createHash('sha256')
    .update(JSON.stringify([size, drawing]))
    .digest('hex');
  const image = recent.get(key, () => draw(drawing, size).arrayBuffer());
  // A failed attempt is repeated the next time.
  image.catch(() => recent.delete(key));
  return new Response(await image, {
    headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${maxAge}` },
  });
}

function draw(drawing: Drawing | CardAlone | GroupsAlone, size: ImageOptions['size']): Response {
  if ('groups' in drawing) {
    const { image, size: pixels } = groupImage(drawing.groups);
    return new ImageResponse(image, pixels);
  }
  if (!('table' in drawing)) return new ImageResponse(linkImage(drawing.link), CARD_SIZE);
  const { table, cell, tables, link } = drawing;
  if (size === 'table') {
    const images = fitTables(tables ?? [table]);
    if (!table.nights) {
      const pixels = tableImageSize(images);
      return new ImageResponse(tableImage(images, pixels), pixels);
    }
    const { width } = tableImageSize(images);
    const chart = { ...TABLE_CHART, width: chartWidth({ width }) };
    const pixels = tableImageSize(images, nightsImageHeight(table.nights, chart));
    return new ImageResponse(tableImage(images, pixels, nightsImage(table.nights, chart)), pixels);
  }
  if (link) return new ImageResponse(linkImage(link), CARD_SIZE);
  if (cell) return new ImageResponse(cellImage(cell), CARD_SIZE);
  const image = tableImageOf(table, CARD_LIMITS);
  if (!table.nights) return new ImageResponse(tableImage([image], CARD_SIZE), CARD_SIZE);
  // A card has room for the chart alone, which shows the same as the table.
  const chart = nightsImage(table.nights, { ...CARD_CHART, width: chartWidth(CARD_SIZE) });
  const alone = { ...image, columns: [], rows: [], cut: table.nights.panels[0]?.hint ?? '' };
  return new ImageResponse(tableImage([alone], CARD_SIZE, chart), CARD_SIZE);
}

/** Height of the first panel, and panels that there is room for. */
const CARD_CHART = { main: 210, panels: 1 };
const TABLE_CHART = { main: 320, panels: 5 };
