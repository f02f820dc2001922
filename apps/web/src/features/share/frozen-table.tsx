import { cellClass, type TableCard } from '@basecase/views/document';
import { ScrollTable } from '../../ui/table/scroll-table';
import { CellWords } from '../../ui/table/tile';

interface Props {
  card: TableCard;
  /** Address of the permalink; opens in a new tab, because this table is embedded in another site. */
  href: string;
  frozenOn: string;
}

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
    <main className="embed" id="main">
      <h1>
        <a href={href} target="_blank" rel="noopener">
          {card.title}
        </a>
      </h1>
      <p className="mid">
        {card.sentence} <span className="dim">{card.meta}</span>
      </p>
      <ScrollTable
        label={card.metric}
        className="heatstill"
        caption={card.metric}
        head={[
          'Test',
          ...card.columns.map(({ name, detail, isBase }, index) => ({
            label: (
              <>
                {card.bands ? <span>{bandAt(card.bands, index) || '\u00a0'}</span> : null}
                <b>{name}</b>
                <span>{detail || '\u00a0'}</span>
              </>
            ),
            className: isBase ? 'base' : undefined,
          })),
        ]}
        hasBodies
      >
        {card.groups.map((group) => (
          <tbody key={group.label}>
            <tr>
              <th scope="rowgroup" colSpan={card.columns.length + 1}>
                {group.label}
              </th>
            </tr>
            {group.rows.map(({ test, note, cells }) => (
              <tr key={`${test} ${note}`}>
                <th scope="row">
                  {test} <span className="dim">{note}</span>
                </th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions.
                  <td key={index} className={card.columns[index]?.isBase ? 'base' : cellClass(cell)}>
                    <CellWords cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </ScrollTable>
      <p className="dim">
        {card.metric}; {card.legend}. Frozen on {frozenOn}.{' '}
        <a href={href} target="_blank" rel="noopener">
          All numbers on Basecase
        </a>
      </p>
    </main>
  );
}
