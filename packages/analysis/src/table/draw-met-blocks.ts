import { NO_VALUE } from '../format/format';
import { alignColumns, toCsvLine, toMarkdownTable } from './lines';
import type { MetBlock, MetCells, MetLine } from './met-blocks';

const ABSOLUTE = '--- absolute';

/**
 * The shape of `o.met.*` files, with their double tabs: after cpu/o in the header of the absolute block, and in the
 * data of the relative block, which has no header. A missing cell is an empty field.
 */
export function drawMetBlocksTsv(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const fields = (cells: MetCells, label: string) => [...cells.map((cell) => cell ?? ''), label];
  return blocks.flatMap((block) => [
    block.title,
    ABSOLUTE,
    withDoubleTab([...block.names, 'dbms']),
    ...block.lines.map((line) => fields(line.absolute, line.label).join('\t')),
    ...relativePart(block, absoluteOnly, (lines) =>
      lines.map((line) => withDoubleTab(fields(line.relative, line.label))),
    ),
    '',
  ]);
}

function withDoubleTab([first = '', ...others]: readonly string[]): string {
  return [first, '', ...others].join('\t');
}

/** The heading and lines of the relative half, nothing when only absolute values are wanted. */
function relativePart(
  block: MetBlock,
  absoluteOnly: boolean,
  draw: (lines: MetLine[]) => string[],
): string[] {
  if (absoluteOnly) return [];
  return [`--- ${block.relativeHeading}`, ...draw(block.lines.filter((line) => !line.isBase))];
}

/** One line per test and column, absolute and relative side by side; the base has no relative values. */
export function drawMetBlocksCsv(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const names = blocks[0]?.names ?? [];
  const relativeNames = absoluteOnly ? [] : names.map((name) => `relative ${name}`);
  return [
    toCsvLine(['test', 'dbms', ...names, ...relativeNames]),
    ...blocks.flatMap(({ title, lines }) =>
      lines.map(({ label, absolute, relative }) => {
        const cells = absoluteOnly ? absolute : [...absolute, ...relative];
        return toCsvLine([title, label, ...cells.map((cell) => cell ?? '')]);
      }),
    ),
  ];
}

/** A heading and two Markdown tables for each test. */
export function drawMetBlocksMarkdown(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const header = ['dbms', ...(blocks[0]?.names ?? [])];
  const relativeTable = ({ lines }: MetBlock) =>
    toMarkdownTable(
      header,
      lines.filter((line) => !line.isBase).map((line) => readable(line.label, line.relative)),
    );
  return blocks.flatMap((block) => [
    `### ${block.title}`,
    '',
    ...toMarkdownTable(
      header,
      block.lines.map((line) => readable(line.label, line.absolute)),
    ),
    '',
    ...(absoluteOnly ? [] : [block.relativeHeading, '', ...relativeTable(block), '']),
  ]);
}

/** The blocks aligned for a terminal, labels first. */
export function drawMetBlocksText(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  return blocks.flatMap((block) => {
    const [heading = '', ...aligned] = alignColumns([
      ['', ...block.names],
      ...block.lines.map((line) => readable(line.label, line.absolute)),
      ...block.lines.map((line) => readable(line.label, line.relative)),
    ]);
    const relative = aligned.slice(block.lines.length);
    return [
      block.title,
      ABSOLUTE,
      heading,
      ...aligned.slice(0, block.lines.length),
      ...relativePart(block, absoluteOnly, () =>
        relative.filter((_, index) => block.lines[index]?.isBase === false),
      ),
      '',
    ];
  });
}

function readable(label: string, cells: MetCells): string[] {
  return [label, ...cells.map((cell) => cell ?? NO_VALUE)];
}
