import type { CardCell, CellCard } from '@basecase/views/document';
import { drawable } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import { LEVEL_COLOURS, LIGHT, ONE_LINE } from './test-name';

/** More metrics than this do not fit under the tiles. */
const METRICS_SHOWN = 8;

const line: CSSProperties = {
  display: 'flex',
  height: 34,
  alignItems: 'center',
  borderBottom: `1px solid ${LIGHT.border}`,
};
const NUMBER_WIDTH = 220;
/** What three columns of numbers leave. */
const LABEL_WIDTH = 440;
const number: CSSProperties = {
  display: 'flex',
  width: NUMBER_WIDTH,
  justifyContent: 'flex-end',
  paddingRight: 14,
};
const label: CSSProperties = { display: 'block', width: LABEL_WIDTH, paddingRight: 14, ...ONE_LINE };

/** One cell with its numbers, as an element for the image renderer. */
export function cellImage(card: CellCard) {
  const metrics = card.metrics.slice(-METRICS_SHOWN);
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 44,
        background: LIGHT.surface,
        color: LIGHT.text,
        fontSize: 22,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'baseline', fontSize: 44, lineHeight: 1.15 }}>
        <div style={{ display: 'block', flexShrink: 1, minWidth: 0, ...ONE_LINE }}>{drawable(card.test)}</div>
        <div style={{ display: 'flex', flexShrink: 0, marginLeft: 16, fontSize: 28, color: LIGHT['text-3'] }}>
          {drawable(card.note)}
        </div>
      </div>
      <div style={{ display: 'block', color: LIGHT['text-2'], fontSize: 26, marginTop: 4, ...ONE_LINE }}>
        {drawable(card.subtitle)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 18, marginBottom: 16 }}>
        {card.tiles.map(({ verdict, words }) => (
          <div key={words} style={{ display: 'flex', alignItems: 'center', marginBottom: 8 }}>
            <Verdict verdict={verdict} size={34} />
            <span style={{ marginLeft: 16 }}>{drawable(words)}</span>
          </div>
        ))}
      </div>
      <div style={{ ...line, color: LIGHT['text-3'], fontSize: 18 }}>
        <div style={{ display: 'flex', width: LABEL_WIDTH }} />
        <Name text={card.names.own} />
        <Name text={`${card.names.base}, base`} />
        <div style={number}>ratio</div>
      </div>
      {metrics.map(({ label: name, own, base, ratio }) => (
        <div key={name} style={line}>
          <div style={label}>{drawable(name)}</div>
          <div style={number}>{drawable(own)}</div>
          <div style={number}>{drawable(base)}</div>
          <div style={{ display: 'flex', width: NUMBER_WIDTH, justifyContent: 'flex-end' }}>
            <Verdict verdict={ratio} size={22} />
          </div>
        </div>
      ))}
      <div
        style={{
          display: 'flex',
          marginTop: 'auto',
          color: LIGHT['text-3'],
          fontSize: 18,
          justifyContent: 'flex-end',
        }}
      >
        Basecase
      </div>
    </div>
  );
}

/** Of a version, over its numbers. */
function Name({ text }: { text: string }) {
  return (
    <div style={number}>
      <div style={{ display: 'block', maxWidth: '100%', ...ONE_LINE }}>{drawable(text)}</div>
    </div>
  );
}

function Verdict({ verdict, size }: { verdict: CardCell; size: number }) {
  const { bg, fg } = LEVEL_COLOURS[verdict.level];
  return (
    <div
      style={{
        display: 'flex',
        background: bg,
        color: fg,
        fontSize: size,
        padding: '1px 14px',
        borderRadius: 4,
      }}
    >
      {drawable(verdict.text)}
    </div>
  );
}
