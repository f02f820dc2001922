import { drawGroupChart, GROUP_TEXT, type GroupChart } from '@basecase/views/compare';
import { drawable } from '@basecase/views/document';
import { escapeHtml } from '@basecase/views/text';
import { LIGHT } from './test-name';

const TONES = { worse: LIGHT.regress, better: LIGHT.improve, plain: LIGHT['series-2'] } as const;

/** The chart for the renderer of pictures, with its size. */
export function groupImage(chart: GroupChart) {
  const { width, height, bars, grid, reference, cut, texts } = drawGroupChart(chart);
  const image = (
    <div
      style={{
        display: 'flex',
        position: 'relative',
        width: '100%',
        height: '100%',
        background: LIGHT.surface,
        color: LIGHT.text,
      }}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it becomes pixels. */}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <path d={grid} stroke={LIGHT.border} strokeWidth="1" fill="none" />
        {bars.map(({ tone, ...box }) => (
          <rect key={box.x} {...box} fill={TONES[tone]} />
        ))}
        <path d={reference} stroke={LIGHT.ink} strokeWidth="1.5" strokeDasharray="4 4" fill="none" />
        <path d={cut} stroke={LIGHT.ink} strokeWidth="1.5" fill="none" />
      </svg>
      {texts.map(({ x, y, text, align, isUpright }) => {
        const wide = isUpright ? 240 : align === 'left' ? width - x : 400;
        const left = isUpright || align === 'right' ? x - wide : align === 'left' ? x : x - wide / 2;
        return (
          <div
            key={`${x} ${y}`}
            style={{
              display: 'flex',
              position: 'absolute',
              width: wide,
              left,
              top: isUpright ? y - GROUP_TEXT * 0.6 : y - GROUP_TEXT,
              justifyContent: { left: 'flex-start', center: 'center', right: 'flex-end' }[align],
              fontSize: GROUP_TEXT,
              lineHeight: 1.2,
              whiteSpace: 'nowrap',
              ...(isUpright && { transform: 'rotate(-90deg)', transformOrigin: '100% 50%' }),
            }}
          >
            {drawable(text)}
          </div>
        );
      })}
    </div>
  );
  return { image, size: { width: Math.ceil(width), height: Math.ceil(height) } };
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

/** The same chart as an SVG file, with its words. */
export function groupSvg(chart: GroupChart): string {
  const { width, height, bars, grid, reference, cut, texts } = drawGroupChart(chart);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="${GROUP_TEXT}">`,
    `<title>${escapeHtml(chart.title)}</title>`,
    `<desc>${escapeHtml(chart.alt)}</desc>`,
    `<rect width="100%" height="100%" fill="${LIGHT.surface}"/>`,
    `<path d="${grid}" stroke="${LIGHT.border}" fill="none"/>`,
    ...bars.map(
      ({ tone, ...box }) =>
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${TONES[tone]}"/>`,
    ),
    `<path d="${reference}" stroke="${LIGHT.ink}" stroke-width="1.5" stroke-dasharray="4 4" fill="none"/>`,
    ...(cut === '' ? [] : [`<path d="${cut}" stroke="${LIGHT.ink}" stroke-width="1.5" fill="none"/>`]),
    ...texts.map(({ x, y, text, align, isUpright }) => {
      const turn = isUpright ? ` transform="rotate(-90 ${x} ${y})" dominant-baseline="middle"` : '';
      return `<text x="${x}" y="${y}" text-anchor="${ANCHORS[align]}" fill="${LIGHT.text}"${turn}>${escapeHtml(text)}</text>`;
    }),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}
