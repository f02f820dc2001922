import { certaintyOf, type Level, NEUTRAL, possibleDepth } from '@basecase/analysis';
import { type CardCell, drawable, type TableImage } from '@basecase/views/document';
import type { CSSProperties, ReactNode } from 'react';
import { LEVEL_COLOURS, LIGHT, ONE_LINE, TEST_GAP, TEST_WIDTH, TestName } from './test-name';

const PADDING = 40;
const CELL_WIDTH = 84;
const MOST_CELL_WIDTH = 130;
const ROW_HEIGHT = 30;
const HEAD_HEIGHT = 46;
/** Names of products over their columns. */
const BANDS_HEIGHT = 26;
const AROUND_HEIGHT = 215;
/** Between two tables of one image. */
const TABLE_GAP = 28;
/** As social networks show them. */
export const CARD_SIZE = { width: 1200, height: 630 };

export interface ImageSize {
  width: number;
  height: number;
}

/** Width that a chart in an image has. */
export function chartWidth({ width }: Pick<ImageSize, 'width'>): number {
  return width - 2 * PADDING;
}

/**
 * The size of an image that has room for whole tables below each other.
 *
 * @param above height of what is drawn above them
 */
export function tableImageSize(images: readonly TableImage[], above = 0): ImageSize {
  const widths = images.map(({ columns }) => 2 * PADDING + TEST_WIDTH + columns.length * CELL_WIDTH);
  const heights = images.map(
    ({ rows, bands }) => HEAD_HEIGHT + (bands.length > 0 ? BANDS_HEIGHT : 0) + rows.length * ROW_HEIGHT,
  );
  return {
    width: Math.max(CARD_SIZE.width, ...widths),
    height:
      2 * PADDING +
      AROUND_HEIGHT +
      above +
      heights.reduce((sum, height) => sum + height, 0) +
      (images.length - 1) * TABLE_GAP,
  };
}

/** Between two cells. Lines are boxes, not borders: the renderer clips each border, which takes it 30 ms (`ONE_LINE`). */
const GAP = 1;
const row: CSSProperties = { display: 'flex', alignItems: 'center', height: ROW_HEIGHT - GAP };
const twoLines: CSSProperties = { lineClamp: 2, textOverflow: 'ellipsis' };

/**
 * Tables under one title as an element for the image renderer, which knows flex boxes and no tables.
 *
 * @param chart drawn above the tables; a table without columns is left out below it
 */
export function tableImage(images: readonly TableImage[], { width }: ImageSize, chart: ReactNode = null) {
  const [image] = images;
  if (!image) throw new Error('An image is made of one table or more.');
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: PADDING,
        background: LIGHT.surface,
        color: LIGHT.text,
        fontSize: 20,
      }}
    >
      <div style={{ display: 'block', flexShrink: 0, fontSize: 38, lineHeight: 1.2, ...ONE_LINE }}>
        {drawable(image.title)}
      </div>
      <div
        style={{
          display: 'block',
          flexShrink: 0,
          lineHeight: 1.3,
          color: LIGHT['text-3'],
          marginTop: 4,
          ...ONE_LINE,
        }}
      >
        {drawable(image.meta)}
      </div>
      <div
        style={{
          display: 'flex',
          flexShrink: 0,
          marginTop: 12,
          marginBottom: 14,
          fontSize: 24,
          lineHeight: 1.25,
        }}
      >
        {drawable(image.sentence)}
      </div>
      {chart}
      {images.map((each, index) =>
        chart && each.columns.length === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tables are positions.
          <Grid key={index} image={each} width={width} gap={index > 0 ? TABLE_GAP : 0} />
        ),
      )}
      <div
        style={{
          display: 'flex',
          flexShrink: 0,
          marginTop: 'auto',
          paddingTop: 10,
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          color: LIGHT['text-3'],
          fontSize: 17,
          lineHeight: 1.25,
        }}
      >
        {/* A key of several lines ends next to the name, not under it. */}
        <div style={{ display: 'flex', flexGrow: 1, flexShrink: 1, minWidth: 0, marginRight: 32 }}>
          {drawable([...images.map(({ cut }) => cut), image.legend].filter(Boolean).join('. '))}
        </div>
        <div style={{ display: 'flex', flexShrink: 0 }}>Basecase</div>
      </div>
    </div>
  );
}

/** One table: its head and its rows. */
function Grid({ image, width, gap }: { image: TableImage; width: number; gap: number }) {
  const room = width - 2 * PADDING - TEST_WIDTH;
  const cellWidth = Math.min(MOST_CELL_WIDTH, Math.floor(room / Math.max(1, image.columns.length)));
  const cell: CSSProperties = {
    display: 'flex',
    width: cellWidth - GAP,
    alignSelf: 'flex-start',
    alignItems: 'center',
    justifyContent: 'flex-end',
    paddingRight: 12,
    marginRight: GAP,
  };
  return (
    <div style={{ display: 'flex', flexDirection: 'column', flexShrink: 0, marginTop: gap }}>
      {image.bands.length > 0 ? (
        <div style={{ display: 'flex', height: BANDS_HEIGHT, paddingLeft: TEST_WIDTH, fontSize: 17 }}>
          {image.bands.map(({ name, columns }) => (
            <div key={name} style={{ display: 'block', width: cellWidth * columns, ...ONE_LINE }}>
              {drawable(name)}
            </div>
          ))}
        </div>
      ) : null}
      <div style={{ display: 'flex', height: HEAD_HEIGHT - GAP }}>
        <div
          style={{
            display: 'flex',
            width: TEST_WIDTH,
            flexShrink: 0,
            alignItems: 'center',
            paddingRight: TEST_GAP,
            color: LIGHT['text-3'],
            fontSize: 17,
          }}
        >
          <div style={{ display: 'block', lineHeight: 1.2, ...twoLines }}>{drawable(image.metric)}</div>
        </div>
        {image.columns.map(({ name, detail, isBase }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions.
            key={index}
            style={{
              ...cell,
              height: HEAD_HEIGHT - 2 * GAP,
              flexDirection: 'column',
              alignItems: 'flex-end',
              justifyContent: 'center',
              lineHeight: 1.15,
              ...(isBase && { background: LIGHT.ink, color: LIGHT['text-invert'] }),
            }}
          >
            <div style={{ display: 'block', fontSize: 19, maxWidth: '100%', ...ONE_LINE }}>
              {drawable(name)}
            </div>
            <div style={{ display: 'block', fontSize: 14, opacity: 0.75, maxWidth: '100%', ...ONE_LINE }}>
              {drawable(detail || '\u00a0')}
            </div>
          </div>
        ))}
      </div>
      <Line color={LIGHT['border-strong']} />
      <div style={{ display: 'flex', flexDirection: 'column', position: 'relative' }}>
        {image.rows.map(({ test, note, cells }) => (
          <div
            key={`${test} ${note}`}
            style={{ display: 'flex', flexDirection: 'column', height: ROW_HEIGHT }}
          >
            <div style={row}>
              <TestName test={test} note={note} />
              {cells.map((each, index) => {
                const isBase = image.columns[index]?.isBase;
                const { bg, fg } = LEVEL_COLOURS[each.level];
                const isLikely = !isBase && each.verdict && certaintyOf(each.verdict) === 'likely';
                return (
                  <div
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions.
                    key={index}
                    style={{
                      ...cell,
                      height: ROW_HEIGHT - 2 * GAP,
                      background: isBase ? LIGHT['surface-2'] : bg,
                      color: isBase ? LIGHT.text : textColour(each, fg),
                    }}
                  >
                    {isLikely ? <span style={{ marginLeft: MARK_LEFT, marginRight: 'auto' }}>?</span> : null}
                    {drawable(each.text)}
                  </div>
                );
              })}
            </div>
            <Line color={LIGHT.border} />
          </div>
        ))}
        <Marks image={image} cellWidth={cellWidth} />
      </div>
    </div>
  );
}

function Line({ color }: { color: string }) {
  return <div style={{ display: 'flex', width: '100%', height: GAP, background: color }} />;
}

const DOWN = 'M1 2h8l-4 6z';
const UP = 'M1 8h8l-4-6z';
/** A wedge of a small change. */
const SMALL = 0.7;

/** Of a mark, in px: from the left edge of its cell, and its size. */
const MARK_LEFT = 5;
const MARK = 12;

/**
 * Marks and frames of all cells of a grid, as one picture in it: the font of the renderer has no wedges, and each picture of
 * its own would be clipped. Nothing within the noise, and for what is not judged by noise.
 */
function Marks({ image, cellWidth }: { image: TableImage; cellWidth: number }) {
  const marks = image.rows.flatMap(({ cells }, y) =>
    cells.flatMap((cell, x) => {
      if (image.columns[x]?.isBase) return [];
      const [left, top] = [x * cellWidth, y * ROW_HEIGHT];
      const [stroke, wedge] = [frameColour(cell), wedgeSize(cell)];
      const width = cellWidth - GAP - 2;
      const height = ROW_HEIGHT - 2 * GAP - 2;
      const scale = wedge / 12;
      const at = `translate(${left + MARK_LEFT + scale} ${top + (ROW_HEIGHT - 2 * GAP - wedge) / 2 + scale}) scale(${scale})`;
      return [
        stroke && (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are positions.
            key={`${x} ${y} frame`}
            x={left + 1}
            y={top + 1}
            width={width}
            height={height}
            stroke={stroke}
            strokeWidth={2}
            strokeDasharray="4 2"
            fill="none"
          />
        ),
        wedge > 0 && (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are positions.
            key={`${x} ${y}`}
            d={Number(cell.text) < 1 ? DOWN : UP}
            transform={at}
            fill={LEVEL_COLOURS[cell.level].fg}
          />
        ),
      ];
    }),
  );
  const width = cellWidth * image.columns.length;
  const height = ROW_HEIGHT * image.rows.length;
  if (!marks.some(Boolean)) return null;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it becomes a PNG; the picture as a whole has its words.
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ position: 'absolute', left: TEST_WIDTH, top: 0 }}
    >
      {marks}
    </svg>
  );
}

/** In px; 0 for a cell without a wedge. */
function wedgeSize({ level, verdict }: CardCell): number {
  if (!verdict || certaintyOf(verdict) !== 'sure' || verdict === 'stopped working') return 0;
  return level !== NEUTRAL && verdict.startsWith('small') ? MARK * SMALL : MARK;
}

/** Colour of a number without fill: that of a likely change. */
function textColour({ verdict }: CardCell, usual: string): string {
  if (verdict === 'possible regression') return LIGHT.regress;
  return verdict === 'possible improvement' ? LIGHT.improve : usual;
}

/** The step whose fill the frame of a likely change takes, by its depth: as in verdicts.css. */
const FRAMES = { 1: 3, 2: 3, 3: 4, 4: 4, 5: 5 } as const;

/** Colour of the dashed frame of a likely change, deeper the larger it is; null for all others. */
function frameColour({ text, verdict }: CardCell): string | null {
  const depth = verdict === undefined ? null : possibleDepth(verdict, Number(text));
  if (depth === null) return null;
  const level: Level = `${verdict === 'possible regression' ? 'r' : 'b'}${FRAMES[depth]}`;
  return LEVEL_COLOURS[level].bg;
}
