import type { NoiseGroup, Strip } from '@basecase/views/noise';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

/** Each test: what its pairs did, how far it moves, and what one run and two can show. */
export function TestsTable({ groups }: { groups: NoiseGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section
      title="Tests"
      hint="each mark is one A/A pair, from −15% to +15%; the bar holds 95% of the expected noise; “detects”: sure even if no other test changed"
    >
      <ScrollTable
        label="Tests"
        className="data-table noise-tests"
        head={[
          'Test',
          'When nothing changed',
          numeric('Pairs'),
          numeric('σ'),
          numeric('Moves by'),
          numeric('One run detects'),
          numeric('Two each show'),
        ]}
        hasBodies
      >
        {groups.map(({ label, rows }) => (
          <tbody key={label}>
            <tr className="group-row">
              <th scope="rowgroup" colSpan={7}>
                {label}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name} <span className="dim">{row.note}</span>
                </th>
                <td className="strip">
                  <StripChart strip={row.strip} />
                </td>
                <td className="num">{row.pairs}</td>
                <td className="num">{row.sigma}</td>
                <td className="num">{row.band}</td>
                <td className="num">{row.isBlind ? <strong>{row.visible}</strong> : row.visible}</td>
                <td className="num mid">{row.visibleOfTwo}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </ScrollTable>
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
