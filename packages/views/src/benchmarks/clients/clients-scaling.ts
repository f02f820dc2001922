import {
  atText,
  type Estimate,
  explainScaling,
  FEWEST_POINTS,
  fitScaling,
  NO_VALUE,
  type NoScaling,
  type Scaling,
  type ScalingChange,
  toPrintfFixed,
  toSignificant,
  wholePercent,
} from '@basecase/analysis';
import { countText } from '../../text/words';
import { rateLimit } from '../pgbench/pgbench-view';
import { plainCell } from '../report-cells';
import type { LinkTo, ReportCell, ReportTable } from '../report-model';
import { gridTable, variantPlaces } from '../report-tables';
import { shownValue } from '../report-view';
import { type ClientsView, pointsOf, throughputLabel, throughputText, verdictOf } from './clients-view';

/** One version over its numbers of clients. */
export interface VariantScaling {
  scaling: Scaling;
  /** The highest mean of runs; null where nothing was measured. */
  highest: { clients: number; throughput: number } | null;
  /** The most clients measured. */
  most: number;
}

/**
 * How each shown version scales in a test; null where that is not asked: another axis than clients, one number of
 * clients, ratios, a rate per client, runs limited to a rate.
 */
export function scalingsOf(view: ClientsView, key: string): VariantScaling[] | null {
  const { sweep, columns } = view;
  const { matrix, axis, workload } = sweep;
  const points = pointsOf(view, key);
  const isRate = points.every(({ row }) => !/per client/.test(matrix.rows[row]?.unit ?? ''));
  if (axis !== 'clients' || points.length < 2 || !isRate) return null;
  if (workload.relativeTo !== null || rateLimit(workload.label) !== null) return null;
  return columns.map((column) => {
    const measured = points.flatMap(({ row, at }) => {
      const { value, status } = shownValue(matrix, 'throughput', [row, column]);
      if (value === null || value <= 0 || status !== 'ok') return [];
      const each = matrix.each?.throughput?.[row]?.[column] ?? [];
      return [{ clients: at, values: each.length > 0 ? each : [value], throughput: value }];
    });
    const [highest] = measured.toSorted((a, b) => b.throughput - a.throughput);
    return {
      scaling: fitScaling(measured),
      highest: highest ? { clients: highest.clients, throughput: highest.throughput } : null,
      most: Math.max(0, ...measured.map(({ clients }) => clients)),
    };
  });
}

const REFUSED: Readonly<Record<NoScaling, string>> = {
  'too few client counts': `fewer than ${FEWEST_POINTS} client counts: no fit`,
  'too narrow a range': 'the most clients are less than 4 times the fewest: no fit',
  'another shape': 'the law does not fit',
};

const PARAMETERS: Readonly<
  Record<ScalingChange['parameter'], { name: string; text: (value: number) => string }>
> = {
  lambda: { name: 'speed of one client', text: (value) => toSignificant(value, 3) },
  sigma: { name: 'contention σ', text: (value) => `${toSignificant(value * 100, 3)}%` },
  kappa: { name: 'coherency κ', text: (value) => `${toSignificant(value * 1e6, 3)} × 10⁻⁶` },
};

/** `contention σ rose from 2.00% to 3.10%, by itself −14% at 96 clients`. */
function changeText({ parameter, from, to, effect }: ScalingChange, clients: number): string {
  const { name, text } = PARAMETERS[parameter];
  const verb = to > from ? 'rose' : 'fell';
  return `${name} ${verb} from ${text(from)} to ${text(to)}, by itself ${wholePercent(effect)} at ${atText('clients', clients)}`;
}

/** Parameters that explain a variant's change against the base, where one was found. */
function changesOf(
  view: ClientsView,
  scalings: readonly VariantScaling[],
  { variant, key }: { variant: number; key: string },
): string[] {
  const [base, own] = [scalings[view.base], scalings[variant]];
  const isFound = verdictOf(view, variant, key)?.changes.some(({ certainty }) => certainty !== 'noise');
  if (variant === view.base || !isFound || !base?.scaling.fit || !own?.scaling.fit) return [];
  const clients = Math.min(base.most, own.most);
  return explainScaling(base.scaling.fit, own.scaling.fit, clients).map((change) =>
    changeText(change, clients),
  );
}

/** " By the scaling law 17.5 peaks at 62 clients, 16.9 at 75; contention σ rose …" Empty where nothing of it is known. */
export function scalingSentence(view: ClientsView, key: string): string {
  const scalings = scalingsOf(view, key);
  if (!scalings) return '';
  const { base, judged, names } = view;
  const peaks = [...new Set([judged ?? base, base])].flatMap((variant) => {
    const peak = scalings[variant]?.scaling.fit?.peak;
    return peak ? [{ name: names[variant]?.short ?? '', clients: Math.round(peak.clients.value) }] : [];
  });
  const [first, ...others] = peaks;
  const parts = [
    ...(first
      ? [
          [
            `${first.name} peaks at ${atText('clients', first.clients)}`,
            ...others.map(({ name, clients }) => `${name} at ${clients}`),
          ].join(', '),
        ]
      : []),
    ...(judged === null ? [] : changesOf(view, scalings, { variant: judged, key }).slice(0, 1)),
  ];
  return parts.length === 0 ? '' : ` By the scaling law ${parts.join('; ')}.`;
}

/** Peak of each version, measured and by the law, and the parameters of the law. */
export function scalingTable(view: ClientsView, key: string, linkTo: LinkTo): ReportTable[] {
  const scalings = scalingsOf(view, key);
  if (!scalings || scalings.every(({ highest }) => highest === null)) return [];
  const { sweep, tests, base, names } = view;
  const label = throughputLabel(view, sweep.matrix.rows[pointsOf(view, key)[0]?.row ?? -1]);
  const hasFit = scalings.some(({ scaling }) => scaling.fit !== null);
  const columns: {
    name: string;
    note: string;
    isWords?: true;
    cell: (own: VariantScaling, variant: number) => ReportCell;
  }[] = [
    {
      name: 'Highest',
      note: label,
      cell: ({ highest }) => numberCell(highest?.throughput, (value) => throughputText(view, value)),
    },
    { name: 'at', note: 'clients', cell: ({ highest }) => numberCell(highest?.clients, String) },
    ...(hasFit
      ? [
          {
            name: 'Peak by law',
            note: label,
            cell: ({ scaling }: VariantScaling) =>
              numberCell(scaling.fit?.peak?.throughput, (value) => throughputText(view, value)),
          },
          {
            name: 'at',
            note: 'clients',
            cell: ({ scaling }: VariantScaling) =>
              estimateCell(scaling.fit?.peak?.clients, (value) => String(Math.round(value))),
          },
          {
            name: 'Contention σ',
            note: '%',
            cell: ({ scaling }: VariantScaling) =>
              estimateCell(scaling.fit?.sigma, (value) => toSignificant(value * 100, 3)),
          },
          {
            name: 'Coherency κ',
            note: '× 10⁻⁶',
            cell: ({ scaling }: VariantScaling) =>
              estimateCell(scaling.fit?.kappa, (value) => toSignificant(value * 1e6, 3)),
          },
          {
            name: 'Spread',
            note: 'around the law',
            cell: ({ scaling }: VariantScaling) =>
              numberCell(scaling.fit?.spread, (value) => `${toPrintfFixed(value * 100, 1)}%`),
          },
        ]
      : []),
    {
      name: 'In words',
      note: '',
      isWords: true,
      cell: ({ scaling }, variant) =>
        plainCell(
          scaling.refused === null
            ? changesOf(view, scalings, { variant, key }).join('; ')
            : REFUSED[scaling.refused],
        ),
    },
  ];
  const places = variantPlaces(view, linkTo);
  return [
    gridTable(
      {
        corner: 'Version',
        rows: places,
        columns: columns.map(({ name, note, isWords }, index) => ({
          ...{ key: `scaling ${index}`, name, note, link: null, isBase: false },
          ...(isWords && { isWords }),
        })),
      },
      {
        id: tests.length > 1 ? `scaling-${tests.indexOf(key) + 1}` : 'scaling',
        title: `Scaling${tests.length > 1 ? `, ${key}` : ''}`,
        hint: hasFit
          ? `X(N) = λN / (1 + σ(N−1) + κN(N−1)); changes against ${names[base]?.short ?? ''}`
          : 'highest throughput measured',
        notes: hasFit
          ? [
              `Numbers of the law are printed where they are known within ±10% (95%), from ${countText(FEWEST_POINTS, 'client count')} or more.`,
            ]
          : [],
      },
      (row, column) => {
        const own = scalings[row];
        return own ? (columns[column]?.cell(own, row) ?? plainCell(NO_VALUE, 'v')) : plainCell(NO_VALUE, 'v');
      },
    ),
  ];
}

function numberCell(value: number | null | undefined, text: (value: number) => string): ReportCell {
  return value === null || value === undefined
    ? plainCell(NO_VALUE, 'v')
    : { ...plainCell(text(value)), value };
}

function estimateCell(estimate: Estimate | null | undefined, text: (value: number) => string): ReportCell {
  return estimate
    ? { ...numberCell(estimate.value, text), note: `±${Math.max(1, Math.ceil(estimate.error * 100))}%` }
    : plainCell(NO_VALUE, 'v');
}
