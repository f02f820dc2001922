import {
  changeColumns,
  type Level,
  noChangeSentence,
  type Report,
  type ReportCell,
  type ReportChange,
  type ReportForm,
  type ReportHead,
  readCell,
  SHARES_OVERLAP,
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
  const { groups, changes, rule, legend } = report;
  const sentences = rule.name === 'verdicts' ? 2 : 1;
  const hasChanges = changes.worse.length + changes.better.length > 0;
  const body = [
    `<h1>${escapeHtml(head.title)}</h1>`,
    list(groups.map(({ label, summary }) => strong(`${label}:`, summary.slice(0, sentences).join(' ')))),
    `<p>${escapeHtml(rule.sentence)}</p>`,
    ...pictures.map(
      ({ src, alt }) =>
        `<p><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" style="max-width:100%"></p>`,
    ),
    ...(length === 'long' ? details(head, report, colours) : []),
    ...changesPart(report, 'worse', colours),
    ...changesPart(report, 'better', colours),
    ...(hasChanges || legend.length === 0 ? [] : [`<p>${escapeHtml(noChangeSentence(report))}</p>`]),
    `<p>${linked(head.source)}</p>`,
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(head.title)}</title>\n</head>\n<body style="font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em">\n${body.join('\n')}\n</body>\n</html>\n`;
}

/** What was tested, the legend, and a table for each group. */
function details(
  head: ReportHead,
  { metric, base, legend, groups }: Report,
  colours: LevelColours,
): string[] {
  const columns = [
    strong('Relative to:', `${base.label} (${base.name})`),
    ...legend.map(({ number, label, name }) => strong(`${number}:`, `${label} (${name})`)),
  ];
  return [
    '<h2>What was tested</h2>',
    list(head.facts.map(({ label, text }) => strong(`${label}:`, text))),
    '<h2>Legend</h2>',
    list(columns),
    ...groups.flatMap((group) => [
      `<h2>${escapeHtml(`Relative ${metric}: ${group.label}`)}</h2>`,
      list(group.summary.map(escapeHtml)),
      ...(legend.length === 0
        ? []
        : [
            table(
              ['test', ...legend.map(({ number }) => number)],
              [
                ...group.rows.map(({ test, cells }) => [
                  words(test),
                  ...cells.map((cell) => number(cell, colours)),
                ]),
                [
                  words('geometric mean'),
                  ...group.means.map(({ text }) => number({ text, level: 'n' }, colours)),
                ],
              ],
            ),
          ]),
    ]),
  ];
}

function changesPart(report: Report, way: 'worse' | 'better', colours: LevelColours): string[] {
  const { changes, judged, base } = report;
  const listed = changes[way];
  if (listed.length === 0) return [];
  const total = changes.total[way];
  const cut = total > listed.length ? ` (${listed.length} of ${total})` : '';
  const columns = changeColumns(report, way);
  return [
    `<h2>Largest changes for the ${way}${cut}</h2>`,
    `<p>${escapeHtml(`${judged} relative to ${base.name}.`)}</p>`,
    table(
      columns.map(({ head }) => head),
      listed.map((change) =>
        columns.map(({ text, cell }) => {
          const own = cell?.(change);
          return own ? number(own, colours) : words(readCell(text, change));
        }),
      ),
    ),
    ...explanations(listed),
  ];
}

/** Costs that changed with each test; the overlap note is printed once. */
function explanations(listed: readonly ReportChange[]): string[] {
  const explained = listed.filter(({ sentence }) => sentence !== '');
  if (explained.length === 0) return [];
  const areShares = explained.some(({ sentence }) => sentence.includes('(enough for'));
  return [
    list(explained.map(({ test, sentence }) => strong(`${test}:`, sentence))),
    ...(areShares ? [`<p>${escapeHtml(SHARES_OVERLAP)}</p>`] : []),
  ];
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
}

function strong(label: string, text: string): string {
  return `<strong>${escapeHtml(label)}</strong> ${escapeHtml(text)}`;
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
