import { createHash } from 'node:crypto';
import { NEUTRAL, type ReportPart, verdictName } from '@basecase/analysis';
import { type CardCell, cellClass, type TableCard } from '@basecase/views/document';
import {
  drawLinkChart,
  type FrozenFacts,
  frozenText,
  type LinkCard,
  type LinkChart,
} from '@basecase/views/link';
import { type Disclosure, disclosureParts } from '@basecase/views/runs';
import { levelWord } from '@basecase/views/verdict';
import { SINGLE_FILE_SCRIPT } from './single-file-script';
import { SINGLE_FILE_STYLE } from './single-file-style';

/** A frozen view as one file that needs no server. */
export interface SingleFile {
  /** Of the permalink: it is made of the content, so two files with one slug have the same numbers. */
  slug: string;
  /** Whole address of the permalink. */
  address: string;
  title: string;
  frozen: FrozenFacts;
  card: LinkCard;
  tables: TableCard[];
  /** The first table against each base that a reader can choose, with its own among them; empty where there is no choice. */
  bases: { name: string; isShown: boolean; card: TableCard }[];
  /** Evidence of a record, in words. */
  evidence: string[];
  /** Null for links from before it was kept. */
  disclosure: Disclosure | null;
  /** PNG images with what they show: charts that have no drawing in HTML. */
  pictures: { png: Buffer; alt: string }[];
}

/** What the script reads: each cell is the index of its text, class and word. */
interface TableData {
  cells: [text: string, className: string, word: string][];
  bases: {
    name: string;
    sentence: string;
    heads: { name: string; detail: string; isBase: boolean }[];
    groups: { label: string; rows: { test: string; note: string; cells: number[] }[] }[];
  }[];
}

/**
 * A page that opens without network: nothing is fetched, and its policy forbids it. The tables are complete without scripts;
 * with scripts a reader filters tests and changes the base.
 */
export function drawSingleFile(file: SingleFile): string {
  const { slug, address, title, frozen, card, tables, bases, evidence, disclosure, pictures } = file;
  const hash = createHash('sha256').update(SINGLE_FILE_SCRIPT).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  const data = JSON.stringify(tableData(bases)).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="basecase-permalink" content="${escapeHtml(slug)}">
<title>${escapeHtml(title)}</title>
<style>${SINGLE_FILE_STYLE}</style>
</head>
<body>
<main>
${drawCard(card, frozen, title)}
${pictures.map(({ png, alt }) => `<img alt="${escapeHtml(alt)}" src="data:image/png;base64,${png.toString('base64')}">`).join('\n')}
${evidence.length === 0 ? '' : `<h2>Evidence</h2>\n<ul>${evidence.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`}
${drawTools(bases)}
${tables.map((table, index) => drawTable(table, index)).join('\n')}
${disclosure ? disclosureParts(disclosure).map(drawDisclosure).join('\n') : ''}
<footer>
<p>Frozen as permalink <code>${escapeHtml(slug)}</code>, a hash of its content: <a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>
</footer>
</main>
<script type="application/json" id="data">${data}</script>
<script>${SINGLE_FILE_SCRIPT}</script>
</body>
</html>
`;
}

function drawDisclosure(part: ReportPart): string {
  if ('heading' in part) return `<h2>${escapeHtml(part.heading)}</h2>`;
  if (!('items' in part)) return '';
  const items = part.items.map(
    ({ label = '', text }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function drawCard(
  { crumbs, sentence, more, certainty, chart, facts }: LinkCard,
  frozen: FrozenFacts,
  title: string,
): string {
  const fact = (label: string, text: string) =>
    text === '' ? '' : `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>`;
  const sure = certainty ? [certainty.word, certainty.text].filter(Boolean).join(': ') : '';
  return `<p class="dim">${escapeHtml(crumbs.filter(Boolean).join(' / '))}</p>
<h1>${escapeHtml(sentence)}</h1>
${more === '' ? '' : `<p>${escapeHtml(more)}</p>`}
${chart ? drawChart(chart) : ''}
<dl>${fact('View', title)}${fact('How sure', sure)}${fact('What ran', facts.what)}${fact('Where', facts.where)}${fact('Who, when', frozenText(frozen))}${fact('Why', facts.why)}</dl>`;
}

/** A drawing for wide screens and one for phones: scaled letters would be too small there. */
const CHARTS = { wide: { width: 720, height: 300, text: 12 }, narrow: { width: 360, height: 190, text: 11 } };

function drawChart(chart: LinkChart): string {
  const drawings = Object.entries(CHARTS).map(([name, size]) => {
    const { grid, reference, mark, thin, main, ticks, places, end } = drawLinkChart(chart, size);
    const parts = [
      drawPath('grid', grid),
      drawPath('reference', reference),
      drawPath('mark', mark),
      ...thin.map((each) => drawPath('thin', each)),
      drawPath('main', main),
      ...ticks.map(({ x, y, text }) => drawText('tick', { x, y: y + 4, text })),
      ...places.map((place) => drawText(place.isOwn ? 'place own' : 'place', place)),
      end ? drawText('end', { ...end, y: end.y + 4 }) : '',
    ];
    return `<svg class="${name}" viewBox="0 0 ${size.width} ${size.height}" font-size="${size.text}" role="img" aria-label="${escapeHtml(chart.description)}">${parts.join('')}</svg>`;
  });
  return `<figure>${drawings.join('')}<figcaption class="dim">${escapeHtml(chart.caption)}</figcaption></figure>`;
}

function drawPath(name: string, d: string): string {
  return `<path class="${name}" d="${d}"/>`;
}

function drawText(name: string, { x, y, text }: { x: number; y: number; text: string }): string {
  return `<text class="${name}" x="${x}" y="${y}">${escapeHtml(text)}</text>`;
}

/** What needs the script, which takes `hidden` away. */
function drawTools(bases: SingleFile['bases']): string {
  const options = bases.map(
    ({ name, isShown }, index) =>
      `<option value="${index}"${isShown ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  );
  const base = bases.length > 1 ? `<label>Base <select id="base">${options.join('')}</select></label>` : '';
  return `<form id="tools" hidden><label>Tests <input id="filter" type="search" placeholder="words; -word excludes"></label>${base}<output id="shown"></output></form>`;
}

function drawTable({ metric, legend, sentence, columns, bands, groups }: TableCard, index: number): string {
  const width = columns.length + 1;
  const band = bands
    ? `<tr><th></th>${bands.map(({ name, columns: span }) => `<th colspan="${span}">${escapeHtml(name)}</th>`).join('')}</tr>`
    : '';
  return `<section><h2>${escapeHtml(metric)}</h2>
<p${index === 0 ? ' id="sentence"' : ''}>${escapeHtml(sentence)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(metric)}: table"><table${index === 0 ? ' id="table"' : ''}>
<thead>${band}<tr><th scope="col">Test</th>${columns.map(drawHead).join('')}</tr></thead>
${groups
  .map(
    ({ label, rows }) =>
      `<tbody>${label === '' ? '' : `<tr class="group"><th scope="colgroup" colspan="${width}">${escapeHtml(label)}</th></tr>`}${rows
        .map(
          ({ test, note, cells }) =>
            `<tr><th scope="row">${escapeHtml(test)} <small>${escapeHtml(note)}</small></th>${cells.map((cell, place) => drawCell(readCell(cell, columns[place]?.isBase ?? false))).join('')}</tr>`,
        )
        .join('')}</tbody>`,
  )
  .join('\n')}
</table></div>
<p class="dim">${escapeHtml(legend)}.</p></section>`;
}

function drawHead({ name, detail, isBase }: TableCard['columns'][number]): string {
  return `<th scope="col"${isBase ? ' class="base"' : ''}><b>${escapeHtml(name)}</b><small>${escapeHtml(detail)}</small></th>`;
}

type Shown = TableData['cells'][number];

function readCell(cell: CardCell, isBase: boolean): Shown {
  const word = cell.verdict === undefined ? levelWord(cell.level).trim() : verdictName(cell.verdict);
  return [cell.text, isBase ? 'base' : cell.isPlain ? NEUTRAL : cellClass(cell), isBase ? '' : word];
}

function drawCell([text, className, word]: Shown): string {
  return `<td class="${className}">${escapeHtml(text)}${word === '' ? '' : `<i> ${escapeHtml(word)}</i>`}</td>`;
}

/** Equal cells are written once: the tables against 60 bases have a hundred thousand. */
function tableData(bases: SingleFile['bases']): TableData {
  const indexes = new Map<string, number>();
  const cells: Shown[] = [];
  const indexOf = (shown: Shown): number => {
    const key = JSON.stringify(shown);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, cells.length);
    return cells.push(shown) - 1;
  };
  const tables = bases.map(({ name, card }) => ({
    name,
    sentence: card.sentence,
    heads: card.columns,
    groups: card.groups.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ test, note, cells: own }) => ({
        test,
        note,
        cells: own.map((cell, index) => indexOf(readCell(cell, card.columns[index]?.isBase ?? false))),
      })),
    })),
  }));
  return { cells, bases: tables };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => ESCAPES[each] ?? each);
}
