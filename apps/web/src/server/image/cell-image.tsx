import type { CardCell, CellCard } from '@basecase/views/document';
import { drawable } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import { LEVEL_COLOURS, LIGHT } from './light-colours';

/** More metrics than this do not fit under the tiles. */
const METRICS_SHOWN = 8;

const line: CSSProperties = {
  display: 'flex',
  height: 34,
  alignItems: 'center',
  borderBottom: `1px solid ${LIGHT.border}`,
};
const number: CSSProperties = { display: 'flex', width: 220, justifyContent: 'flex-end', paddingRight: 14 };

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
        {drawable(card.test)}
        <span style={{ marginLeft: 16, fontSize: 28, color: LIGHT['text-3'] }}>{drawable(card.note)}</span>
      </div>
      <div style={{ display: 'flex', color: LIGHT['text-2'], fontSize: 26, marginTop: 4 }}>
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
        <div style={{ display: 'flex', width: 200 }} />
        <div style={number}>{drawable(card.names.own)}</div>
        <div style={number}>{drawable(`${card.names.base}, base`)}</div>
        <div style={number}>ratio</div>
      </div>
      {metrics.map(({ label, own, base, ratio }) => (
        <div key={label} style={line}>
          <div style={{ display: 'flex', width: 200 }}>{drawable(label)}</div>
          <div style={number}>{drawable(own)}</div>
          <div style={number}>{drawable(base)}</div>
          <div style={{ display: 'flex', width: 220, justifyContent: 'flex-end' }}>
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
