import {
  type Level,
  noChangeSentence,
  type Report,
  type ReportCell,
  type ReportForm,
  type ReportHead,
  type ReportPart,
  reportParts,
  reportSummary,
} from '@basecase/analysis';
import { escapeHtml } from '../text/words';

/** Fill and text of each level, for reports pasted without a style sheet. */
export type LevelColours = Readonly<Record<Level, { bg: string; fg: string }>>;

const CELL = 'padding:2px 8px;text-align:right;font-variant-numeric:tabular-nums';
const WORDS = 'padding:2px 8px;text-align:left';

/**
 * A report as a standalone page with inline styles, so that it looks the same wherever it is pasted. It asks for
 * nothing: pictures are in it as `data:` URIs when their `src` is one. Its explanations are whole in either length.
 */
export function drawReportHtml(
  head: ReportHead,
  report: Report,
  { length = 'long', pictures = [], colours }: ReportForm & { colours: LevelColours },
): string {
  const { changes, legend } = report;
  const hasChanges = changes.worse.length + changes.better.length > 0;
  const body = [
    `<h1>${escapeHtml(head.title)}</h1>`,
    ...reportSummary(report).map((part) => drawHtmlPart(part, colours)),
    ...pictures.map(
      ({ src, alt }) =>
        `<p><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" style="max-width:100%"></p>`,
    ),
    ...reportParts(head, report, length)
      // Test names alone, without columns to compare, do not make a table.
      .filter((part) => !('heads' in part) || part.heads.length > 1)
      .map((part) => drawHtmlPart(part, colours)),
    ...(hasChanges || legend.length === 0 ? [] : [`<p>${escapeHtml(noChangeSentence(report))}</p>`]),
    `<p>${linked(head.source)}</p>`,
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(head.title)}</title>\n</head>\n<body style="font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em">\n${body.join('\n')}\n</body>\n</html>\n`;
}

/** A part as HTML with inline styles. */
export function drawHtmlPart(part: ReportPart, colours: LevelColours): string {
  if ('heading' in part) return `<h2>${escapeHtml(part.heading)}</h2>`;
  if ('sentence' in part) return `<p>${escapeHtml(part.sentence)}</p>`;
  if ('items' in part) {
    return list(
      part.items.map(({ label, text }) =>
        label === undefined
          ? escapeHtml(text)
          : `<strong>${escapeHtml(`${label.trimEnd()}:`)}</strong> ${escapeHtml(text)}`,
      ),
    );
  }
  const rows = part.rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? words(cell) : number(cell, colours))),
  );
  return table(part.heads, rows);
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const cells = head.map(
    (text, index) => `<th scope="col" style="${index === 0 ? WORDS : CELL}">${escapeHtml(text)}</th>`,
  );
  return [
    '<table style="border-collapse:collapse">',
    `<thead><tr>${cells.join('')}</tr></thead>`,
    `<tbody>\n${rows.map((row) => `<tr>${row.join('')}</tr>`).join('\n')}\n</tbody>`,
    '</table>',
  ].join('\n');
}

function words(text: string): string {
  return `<td style="${WORDS}">${escapeHtml(text)}</td>`;
}

function number({ text, level }: ReportCell, colours: LevelColours): string {
  const { bg, fg } = colours[level];
  return `<td style="${CELL};background:${bg};color:${fg}">${escapeHtml(text)}</td>`;
}

/** `Live report: http://…` with its address as a link. */
function linked(source: string): string {
  const [, before = source, address] = /^(.*?)(https?:\/\/\S+)$/.exec(source) ?? [];
  return address === undefined
    ? escapeHtml(source)
    : `${escapeHtml(before)}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}
