import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ColumnTable, type ColumnTableProps } from './column-table';

interface Row {
  key: string;
  name: string;
  runs: number;
  size: number;
  at: string;
}

const ROW: Row = { key: 'a', name: 'first', runs: 12345, size: 2048, at: '2026-02-01T10:00:00.000Z' };

function html(props: Omit<ColumnTableProps<Row>, 'label'>): string {
  return renderToStaticMarkup(createElement(ColumnTable<Row>, { label: 'Rows', ...props }));
}

test('a column draws its head and its cells by its kind', () => {
  const drawn = html({
    rows: [ROW],
    columns: [
      { head: 'Name', kind: 'name', className: 'mono', text: 'name' },
      { head: 'Runs', kind: 'number', text: 'runs' },
      { head: 'Size', kind: 'bytes', text: 'size' },
      { head: 'Sent', kind: 'day', text: 'at' },
      { head: 'Note', className: ({ runs }) => (runs > 1 ? 'dim' : undefined), cell: () => 'kept' },
    ],
  });
  expect(drawn).toContain(
    '<tr><th scope="col">Name</th><th scope="col" class="num">Runs</th><th scope="col" class="num">Size</th><th scope="col">Sent</th><th scope="col">Note</th></tr>',
  );
  expect(drawn).toContain(
    '<tr><th scope="row" class="mono">first</th><td class="num">12\u202f345</td><td class="num">2.0 KB</td><td><time dateTime="2026-02-01T10:00:00.000Z">1 Feb 2026</time></td><td class="dim">kept</td></tr>',
  );
});

test('the head of a group spans all columns that are shown', () => {
  const drawn = html({
    bodies: [
      { key: 'all', label: 'Group', rows: [ROW] },
      { key: 'others', label: '', rows: [ROW] },
    ],
    columns: [{ head: 'Name', text: 'name' }, null, { head: 'Runs', text: 'runs' }],
  });
  expect(drawn.match(/<th scope="rowgroup" colSpan="2">Group<\/th>/g)).toHaveLength(1);
  expect(drawn.match(/<tbody>/g)).toHaveLength(2);
});

test('a table without rows draws its text for that, and no head', () => {
  const columns = [{ head: 'Name', text: 'name' }] as const;
  expect(html({ rows: [], columns, empty: 'None yet.' })).toBe('<p class="inset mid">None yet.</p>');
  expect(html({ rows: [], columns })).toContain('<th scope="col">Name</th>');
});

test('a cell names its column where the head is a text', () => {
  const columns = [
    { head: 'Runs', text: 'runs' as const },
    { head: createElement('span', null, 'Undo'), cell: () => 'x' },
  ];
  expect(html({ rows: [ROW], hasLabels: true, columns })).toContain(
    '<td data-label="Runs">12345</td><td>x</td>'.replace('12345', '12\u202f345'),
  );
});
