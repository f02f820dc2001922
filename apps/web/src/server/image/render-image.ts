import { createHash } from 'node:crypto';
import type { CellCard, TableCard } from '@basecase/views/document';
import { CARD_LIMITS, fitTables, tableImageOf } from '@basecase/views/document';
import { Recent } from '@basecase/views/text';
import { ImageResponse } from 'next/og';
import { cellImage } from './cell-image';
import { nightsImage, nightsImageHeight } from './nights-image';
import { CARD_SIZE, chartWidth, tableImage, tableImageSize } from './table-image';

/** Kinds of pictures of a view. */
export interface Drawing {
  table: TableCard;
  /** The open cell, where there is one. */
  cell: CellCard | null;
  /** All tables of a view that has more than the one that a card shows. */
  tables?: TableCard[];
}

export interface ImageOptions {
  /** card: 1200 × 630, the open cell or what fits of the table. table: all of the table. */
  size: 'card' | 'table';
  /** Seconds that others may keep it. */
  maxAge: number;
}

/** Drawing takes some 200 ms of the only thread, a link that is posted somewhere is fetched by many at once. */
const recent = new Recent<Promise<ArrayBuffer>>(32);

/** A view as PNG, in the light theme, with the renderer's built-in font: nothing is fetched. */
export async function renderImage(drawing: Drawing, { size, maxAge }: ImageOptions): Promise<Response> {
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

function draw({ table, cell, tables }: Drawing, size: ImageOptions['size']): Response {
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
