import { type TableCard, tableImageOf } from '@basecase/views/document';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { tableImage, tableImageSize } from './table-image';

const CARD: TableCard = {
  ...{ title: 'MySQL 5.6.51 to 9.5.0', meta: 'uploaded runs', sentence: '', metric: 'QPS', legend: '' },
  columns: ['5.6.51', '9.4.0', '9.5.0'].map((name, index) => ({ name, detail: 'z12a', isBase: index === 0 })),
  groups: [
    {
      label: 'Reads',
      rows: [
        {
          test: 'scan',
          note: 'Krows/s',
          cells: [
            { text: '1.00', level: 'n' },
            { text: '0.80', level: 'r3', verdict: 'regression' },
            { text: '0.90', level: 'n', verdict: 'possible regression' },
          ],
        },
      ],
    },
  ],
};

it('draws a table without anything that the renderer clips, which takes it 30 ms for each cell', () => {
  const image = tableImageOf(CARD, { columns: 10, rows: 10 });
  const drawn = renderToStaticMarkup(tableImage([image], tableImageSize([image])));
  expect(drawn).not.toMatch(/border|(?<!text-)overflow/);
  // All wedges and frames are one picture.
  expect(drawn.match(/<svg /g)).toHaveLength(1);
  expect(drawn.match(/<path [^>]*d="M1 2h8l-4 6z"/g)).toHaveLength(1);
  expect(drawn.match(/<rect [^>]*stroke-dasharray="4 2"/g)).toHaveLength(1);
});
