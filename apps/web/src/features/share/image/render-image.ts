import { ImageResponse } from 'next/og';
import type { CellCard, TableCard } from '../../../lib/table-card';
import { cellImage } from './cell-image';
import { CARD_LIMITS, prepareTableImage, TABLE_LIMITS } from './prepare-table-image';
import { CARD_SIZE, tableImage, tableImageSize } from './table-image';

/** What a view can be drawn as. */
export interface Drawing {
  table: TableCard;
  /** The open cell, where there is one. */
  cell: CellCard | null;
}

export interface ImageOptions {
  /** card: 1200 × 630, the open cell or what fits of the table. table: all of the table. */
  size: 'card' | 'table';
  /** Seconds that others may keep it. */
  maxAge: number;
}

/** A view as PNG, in the light theme, with the font that comes with the renderer: nothing is fetched. */
export function renderImage({ table, cell }: Drawing, { size, maxAge }: ImageOptions): Response {
  const headers = { 'cache-control': `public, max-age=${maxAge}` };
  if (size === 'table') {
    const image = prepareTableImage(table, TABLE_LIMITS);
    const pixels = tableImageSize(image);
    return new ImageResponse(tableImage(image, pixels), { ...pixels, headers });
  }
  const element = cell ? cellImage(cell) : tableImage(prepareTableImage(table, CARD_LIMITS), CARD_SIZE);
  return new ImageResponse(element, { ...CARD_SIZE, headers });
}
