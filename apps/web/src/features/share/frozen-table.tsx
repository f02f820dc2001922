import { cellClass, type TableCard } from '@basecase/views/document';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { CellWords } from '../../ui/table/tile';

interface Props {
  card: TableCard;
  /** Address of the permalink; opens in a new tab, because this table is embedded in another site. */
  href: string;
  frozenOn: string;
}

type CardRow = TableCard['groups'][number]['rows'][number];

/** The product whose columns begin here; empty elsewhere. */
function bandAt(bands: NonNullable<TableCard['bands']>, index: number): string {
  let start = 0;
  for (const { name, columns } of bands) {
    if (start === index) return name;
    start += columns;
  }
  return '';
}

/** The table of a frozen view and nothing else: no chrome, no script. */
export function FrozenTable({ card, href, frozenOn }: Props) {
  return (
    <main className="embed pile" id="main">
      <h1>
        <a href={href} target="_blank" rel="noopener">
          {card.title}
        </a>
      </h1>
      <p className="mid">
        {card.sentence} <span className="dim">{card.meta}</span>
      </p>
      <ColumnTable<CardRow>
        label={card.metric}
        className="heatstill"
        caption={card.metric}
        groupClass=""
        bodies={card.groups.map(({ label, rows }) => ({ key: label, label, rows }))}
        rowKey={({ test, note }) => `${test} ${note}`}
        columns={[
          {
            head: 'Test',
            kind: 'name',
            cell: ({ test, note }) => (
              <>
                {test} <span className="dim">{note}</span>
              </>
            ),
          },
          ...card.columns.map(
            ({ name, detail, isBase }, index): PageColumn<CardRow> => ({
              head: (
                <>
                  {card.bands ? <span>{bandAt(card.bands, index) || '\u00a0'}</span> : null}
                  <b>{name}</b>
                  <span>{detail || '\u00a0'}</span>
                </>
              ),
              headClass: isBase ? 'base' : '',
              className: ({ cells }) => (isBase ? 'base' : cells[index] && cellClass(cells[index])),
              cell: ({ cells }) => cells[index] && <CellWords cell={cells[index]} />,
            }),
          ),
        ]}
      />
      <p className="dim">
        {card.metric}; {card.legend}. Frozen on {frozenOn}.{' '}
        <a href={href} target="_blank" rel="noopener">
          All numbers on Basecase
        </a>
      </p>
    </main>
  );
}
