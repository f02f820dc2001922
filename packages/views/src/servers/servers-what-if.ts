import type { KnownName } from '@basecase/ingest/model';
import { amountsOf, serversWhatIfProblems, type WhatIfState } from '../compare/what-if-state';
import { type DocumentTable, numberHead, plainCell, plainRow } from '../document/view-document';
import {
  figuresOf,
  GAPS_NOTE,
  mixNote,
  mixOf,
  othersNotes,
  ratesText,
  TIME_NOTE,
  type WhatIf,
  whatIfNumbers,
} from '../report/what-if';
import { joinNames } from '../text/words';
import { keyLabel, ratioAt, type ServersSelection, valueAt } from './servers-selection';

/** Slug and name of each server. */
export function serverNames(servers: readonly { server: { slug: string; name: string } }[]): KnownName[] {
  return servers.map(({ server }): KnownName => [server.slug, server.name]);
}

/**
 * Weighted mean, cost and energy of each shown version on each server, the base of a server first. Without weights the tests
 * count that all of them have, so that servers can be compared.
 *
 * @returns null where the address asks for nothing, or for nonsense
 */
export function serversWhatIf(selection: ServersSelection, state: WhatIfState): WhatIf | null {
  const { data, servers } = selection;
  const asksFor = state.weights !== '' || state.price !== '' || state.power !== '';
  const names = serverNames(servers);
  const tests = data.rows.map(({ key }) => key);
  if (!asksFor || serversWhatIfProblems(state, { tests, servers: names }).length > 0) return null;
  const [prices, powers] = [amountsOf(state.price, names), amountsOf(state.power, names)];
  const shown = servers.flatMap((server) => {
    const { slug } = server.server;
    const money = { price: prices.get(slug) ?? null, watts: powers.get(slug) ?? null };
    const own = [
      { key: null, column: server.base },
      ...selection.keys.map((_, key) => ({ key, column: server.columnOf[key] ?? null })),
    ].filter(({ key, column }) => column !== null && (key === null || column !== server.base));
    return own.map(({ key, column }) => ({
      ...{ server, key, column, ...money },
      name: `${server.label} ${keyLabel(data.keys, server.columns[column ?? -1]?.key ?? '')}`,
      rate: (row: number) => (server.isRatioTable ? null : valueAt(server, 'throughput', row, column)),
    }));
  });
  const measured = shown.filter(({ server }) => !server.isRatioTable);
  const mix = mixOf(data.rows, state, (row) => measured.every(({ rate }) => rate(row) !== null));
  const columns = shown.map(({ server, key, column, name, rate, price, watts }) => ({
    name,
    ...figuresOf(mix, {
      ratio: (row) => {
        if (key !== null) return ratioAt(selection, server, row, key);
        return valueAt(server, selection.metric, row, column) === null ? null : 1;
      },
      ...{ rate, isRelative: server.isRatioTable, price, watts },
    }),
  }));
  const labelsOf = (own: typeof servers) => joinNames(own.map(({ label }) => label));
  const asksRates = prices.size + powers.size > 0;
  const unknown = servers.filter(({ server }) => !prices.has(server.slug) && !powers.has(server.slug));
  const relative = servers.filter(({ isRatioTable }) => isRatioTable);
  const hasGaps = columns.some(
    ({ mean, cost, energy }, index) =>
      (mix.isWeighed && mean === null) ||
      (mix.others.length === 0 &&
        !shown[index]?.server.isRatioTable &&
        (shown[index]?.price ?? shown[index]?.watts ?? null) !== null &&
        (cost ?? energy) === null),
  );
  return {
    currency: prices.size === 0 ? null : state.currency,
    columns,
    notes: [
      mixNote(mix, 'that count operations in all these versions'),
      ...(mix.isWeighed ? ['A mean is relative to the base of the same server.'] : []),
      ...(asksRates
        ? [
            ...servers.flatMap(({ server, label }) => {
              const [price, watts] = [prices.get(server.slug), powers.get(server.slug)];
              const text = ratesText(String(price ?? ''), state.currency, String(watts ?? ''));
              return text === '' ? [] : [`${label}: ${text} while it is measured.`];
            }),
            TIME_NOTE,
            ...(unknown.length > 0 ? [`No price or power is given for ${labelsOf(unknown)}.`] : []),
            ...(relative.length > 0
              ? [`Published as ratios only, without cost or energy: ${labelsOf(relative)}.`]
              : []),
            ...othersNotes(mix),
          ]
        : []),
      ...(hasGaps && mix.tests.length > 0 ? [GAPS_NOTE] : []),
    ],
  };
}

/** The same as a table of a document; none where nothing is asked for. */
export function whatIfTables(whatIf: WhatIf | null): DocumentTable[] {
  if (!whatIf) return [];
  const numbers = whatIfNumbers(whatIf);
  return [
    {
      id: 'what-if',
      title: 'What if',
      hint: 'weighted mean, cost and energy',
      corner: 'Server and version',
      groups: [],
      heads: numbers.map(({ id, head }) => numberHead(id, head)),
      sections: [
        {
          label: '',
          rows: whatIf.columns.map((own) =>
            plainRow(
              own.name,
              own.name,
              numbers.map(({ id, textOf }) => plainCell(textOf(own[id]), own[id])),
            ),
          ),
        },
      ],
      notes: whatIf.notes,
    },
  ];
}
