import { escapeHtml } from '../text/words';
import { drawLinkChart, type LinkChart } from './link-chart';

const SIZE = { width: 960, height: 360, text: 14 };
/** Colours of the light theme: a file has no style sheet. */
const INK = '#1a1d21';
const GREY = '#6b7280';

/** The chart of a card as an SVG file. */
export function linkChartSvg(chart: LinkChart): string {
  const { grid, reference, mark, thin, main, ticks, places, end } = drawLinkChart(chart, SIZE);
  const path = (d: string, stroke: string, more = '') => `<path d="${d}" stroke="${stroke}" ${more}/>`;
  const label = (x: number, y: number, text: string, anchor: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height + 30}" width="${SIZE.width}">`,
    `<title>${escapeHtml(chart.description)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    '<g fill="none" stroke-width="1.5">',
    path(grid, '#e5e7eb'),
    path(reference, GREY, 'stroke-dasharray="4 4"'),
    path(mark, GREY, 'stroke-dasharray="2 4"'),
    ...thin.map((d) => path(d, GREY, 'stroke-opacity="0.5"')),
    path(main, INK, 'stroke-width="3"'),
    '</g>',
    `<g fill="${INK}" font-family="sans-serif" font-size="${SIZE.text}">`,
    ...ticks.map(({ x, y, text }) => label(x, y + 4, text, 'end')),
    ...places.map(({ x, y, text }) => label(x, y, text, 'middle')),
    ...(end ? [label(end.x, end.y + 4, end.text, 'start')] : []),
    label(8, SIZE.height + 20, chart.caption, 'start'),
    '</g>',
    '</svg>\n',
  ].join('\n');
}
