import { drawable } from '@basecase/views/document';
import { drawLinkChart, type LinkCard } from '@basecase/views/link';
import type { CSSProperties } from 'react';
import { CARD_SIZE } from './table-image';
import { LIGHT } from './test-name';

/** Nothing in the picture is smaller: chats show it at half of its size. */
const TEXT = 22;
const CHART = { width: 570, height: 470, text: TEXT };
const PADDING = 56;
const GAP = 24;
/** The longest sentence that has room at a size, in letters. */
const SIZES: readonly [most: number, size: number][] = [
  [75, 50],
  [120, 42],
  [Number.POSITIVE_INFINITY, 34],
];
/** Longer words under the sentence are cut at a sentence. */
const MOST_MORE = 150;

/** The head of a link as a picture of 1200 × 630: the same sentence, level, figure and chart as on its page. */
export function linkImage({ sentence, more, certainty, chart, facts }: LinkCard) {
  const width = CARD_SIZE.width - 2 * PADDING - (chart ? CHART.width + GAP : 0);
  const letters = chart ? sentence.length : sentence.length / 2;
  const size = SIZES.find(([most]) => letters <= most)?.[1] ?? TEXT;
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        padding: `${PADDING}px`,
        background: LIGHT.surface,
        color: LIGHT.text,
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', width, flexShrink: 0 }}>
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 28 }}>
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: it becomes pixels. */}
          <svg width="34" height="34" viewBox="0 0 18 18" style={{ marginRight: 14 }}>
            <path d="M1 4.5h7v8h9" fill="none" stroke={LIGHT.ink} strokeWidth="2.5" />
          </svg>
          Basecase
        </div>
        <div style={{ display: 'block', marginTop: 34, fontSize: size, lineHeight: 1.15, lineClamp: 7 }}>
          {drawable(sentence)}
        </div>
        <div
          style={{
            display: 'block',
            marginTop: 20,
            fontSize: 24,
            lineHeight: 1.3,
            color: LIGHT['text-2'],
            lineClamp: 3,
          }}
        >
          {drawable(firstSentences(more) || facts.where)}
        </div>
        {certainty ? (
          <div style={{ display: 'flex', flexDirection: 'column', marginTop: 'auto', fontSize: 26 }}>
            <div style={{ display: 'flex', alignItems: 'center' }}>
              {[1, 2, 3].map((bar) => (
                <div
                  key={bar}
                  style={{
                    width: 38,
                    height: 16,
                    marginRight: 4,
                    background: bar <= certainty.bars ? LIGHT.ink : LIGHT['surface-3'],
                  }}
                />
              ))}
              <span style={{ marginLeft: 12 }}>{drawable(certainty.word)}</span>
            </div>
            <div
              style={{
                display: 'block',
                marginTop: 8,
                fontSize: TEXT,
                lineHeight: 1.25,
                color: LIGHT['text-2'],
                lineClamp: 3,
              }}
            >
              {drawable(certainty.text)}
            </div>
          </div>
        ) : null}
      </div>
      {chart ? <Chart chart={chart} /> : null}
    </div>
  );
}

function firstSentences(text: string): string {
  if (text.length <= MOST_MORE) return text;
  const cut = text.slice(0, MOST_MORE);
  return cut.slice(0, cut.lastIndexOf('. ') + 1);
}

function Chart({ chart }: { chart: NonNullable<LinkCard['chart']> }) {
  const { width, height } = CHART;
  const { grid, reference, mark, thin, main, ticks, places, end } = drawLinkChart(chart, CHART);
  const tone = chart.isWorse === null ? LIGHT.text : chart.isWorse ? LIGHT.regress : LIGHT.improve;
  return (
    <div style={{ display: 'flex', position: 'relative', width, height, marginLeft: GAP, marginTop: 24 }}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it becomes pixels. */}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <path d={grid} stroke={LIGHT.border} strokeWidth="1" fill="none" />
        <path d={reference} stroke={LIGHT['text-3']} strokeWidth="1.5" strokeDasharray="4 4" fill="none" />
        <path d={mark} stroke={LIGHT['text-2']} strokeWidth="1.5" strokeDasharray="2 4" fill="none" />
        {thin.map((path, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
            key={index}
            d={path}
            stroke={LIGHT['series-2']}
            strokeOpacity="0.35"
            strokeWidth="1.5"
            fill="none"
          />
        ))}
        <path d={main} stroke={LIGHT.ink} strokeWidth="5" fill="none" />
      </svg>
      {ticks.map(({ x, y, text }) => (
        <Label
          key={`t${text}`}
          style={{ left: 0, width: x, top: y - TEXT * 0.65, justifyContent: 'flex-end' }}
          text={text}
        />
      ))}
      {places.map(({ x, y, text, isOwn }) => (
        <Label
          key={`p${x}`}
          style={{
            left: x - 150,
            width: 300,
            top: y - TEXT,
            justifyContent: 'center',
            ...(isOwn && { color: tone }),
          }}
          text={text}
        />
      ))}
      {end ? <Label style={{ left: end.x, top: end.y - TEXT * 0.65, color: tone }} text={end.text} /> : null}
    </div>
  );
}

function Label({ style, text }: { style: CSSProperties; text: string }) {
  return (
    <div
      style={{
        display: 'flex',
        position: 'absolute',
        fontSize: TEXT,
        lineHeight: 1.2,
        whiteSpace: 'nowrap',
        color: LIGHT['text-3'],
        ...style,
      }}
    >
      {drawable(text)}
    </div>
  );
}
