import type { NoiseGroup, Strip } from '@basecase/views/noise';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

/** Each test with its pairs, its noise, and the change that one run and two can detect. */
export function TestsTable({ groups }: { groups: NoiseGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section
      title="Tests"
      hint="each mark is one A/A pair, from −15% to +15%; the bar holds 95% of the expected noise; “detects”: sure even if no other test changed"
    >
      <ColumnTable
        label="Tests"
        className="data-table noise-tests"
        bodies={groups.map((group) => ({ key: group.label, ...group }))}
        columns={[
          {
            head: 'Test',
            kind: 'name',
            cell: ({ name, note }) => (
              <>
                {name} <span className="dim">{note}</span>
              </>
            ),
          },
          {
            head: 'When nothing changed',
            className: 'strip',
            cell: ({ strip }) => <StripChart strip={strip} />,
          },
          { head: 'Pairs', kind: 'number', text: 'pairs' },
          { head: 'σ', kind: 'number', text: 'sigma' },
          { head: 'Moves by', kind: 'number', text: 'band' },
          {
            head: 'One run detects',
            kind: 'number',
            cell: ({ isBlind, visible }) => (isBlind ? <strong>{visible}</strong> : visible),
          },
          { head: 'Two each show', kind: 'number', className: 'mid', text: 'visibleOfTwo' },
        ]}
      />
    </Section>
  );
}

const WIDTH = 200;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const ARROW = 'M0-4 5 0 0 4z';

function StripChart({ strip }: { strip: Strip }) {
  const x = (percent: number) => (percent / 100) * WIDTH;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-5 0 ${WIDTH + 10} ${HEIGHT}`}
      role="img"
      aria-label={strip.text}
    >
      <rect className="band" x={x(strip.from)} width={x(strip.to - strip.from)} y={4} height={HEIGHT - 8} />
      <path className="zero" d={`M${x(50)} 0V${HEIGHT}`} />
      {strip.dots.map(({ at, isBeyond }, index) =>
        isBeyond ? (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs are positions.
            key={index}
            className="dot"
            d={ARROW}
            transform={`translate(${x(at)} ${MIDDLE}) scale(${at > 50 ? 1 : -1} 1)`}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs are positions.
          <circle key={index} className="dot" cx={x(at)} cy={MIDDLE} r={2.5} />
        ),
      )}
    </svg>
  );
}
