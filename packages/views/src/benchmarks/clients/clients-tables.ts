import {
  atText,
  axisName,
  CALIBRATE,
  type CellVerdict,
  certaintyLevel,
  changeWords,
  formatFixed,
  formatRatio,
  isCompared,
  isJudged,
  NO_VALUE,
  type SweepCell,
  smallestVisible,
  type Verdict,
  verdictFill,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { countText } from '../../text/words';
import { uncalibratedText } from '../../verdict/calibration-words';
import { absoluteCell, markOf, plainCell } from '../report-cells';
import type { LinkTo, ReportCell, ReportTable } from '../report-model';
import { gridTable, type Place, variantPlaces } from '../report-tables';
import { shownValue } from '../report-view';
import {
  type ClientsView,
  cellOf,
  isComparedTest,
  pointsOf,
  throughputLabel,
  throughputText,
  verdictOf,
} from './clients-view';

/** More columns of absolute numbers than these hide the ratios. */
const MAX_ABSOLUTE = 3;

/** A ratio with its verdict. */
function ratioCell(cell: SweepCell | undefined): ReportCell {
  if (cell?.verdict.verdict === 'stopped working')
    return { ...plainCell('stopped', verdictFill('stopped working', null)), verdict: 'stopped working' };
  if (!cell || !isJudged(cell.verdict)) return plainCell(NO_VALUE, 'v');
  const value = Math.exp(cell.verdict.x);
  const verdict = shownVerdict(cell, cell.verdict);
  const level = verdictFill(verdict, value);
  return {
    ...plainCell(formatRatio(value), level),
    ...{ mark: markOf(level, 'higher-is-better'), value, verdict },
  };
}

/** A point that its neighbours make likely is drawn as one that is likely by itself. */
function shownVerdict({ isPooled }: SweepCell, { verdict, ...judged }: CellVerdict): Verdict {
  if (!isPooled || !isCompared(verdict) || !('x' in judged)) return verdict;
  return judged.x < 0 ? 'possible regression' : 'possible improvement';
}

/** Versions × values of one test. */
export function matrixTables(view: ClientsView, key: string, linkTo: LinkTo): ReportTable[] {
  const { sweep, variants, base, names, judged, tests } = view;
  const { matrix, axis, places } = sweep;
  const points = pointsOf(view, key);
  const columnsOf = variantPlaces(view, linkTo);
  const label = throughputLabel(view, matrix.rows[points[0]?.row ?? -1]);
  const isFew = variants.length <= MAX_ABSOLUTE;
  const latency = (variant: number) => valuesOf(view, 'latency_avg', variant);
  const columns: (Place & { isWords?: boolean; cell: (row: number) => ReportCell })[] = columnsOf.flatMap(
    (place, variant) => {
      const absolute = {
        ...place,
        note: [place.note, label].filter(Boolean).join(', '),
        cell: (row: number) => valueCell(view, variant, row),
      };
      if (variant === base) return [absolute];
      const divided = {
        ...place,
        key: `${place.key} ratio`,
        note: [place.note, 'ratio'].filter(Boolean).join(', '),
        cell: (row: number) => ratioCell(cellOf(view, variant, key, row)),
      };
      return isFew ? [absolute, divided] : [divided];
    },
  );
  if (judged !== null && isFew) {
    const own = (row: number) => cellOf(view, judged, key, row);
    const plain = { link: null, isBase: false };
    columns.push({
      ...plain,
      key: 'band',
      name: '95%',
      note: 'of the noise',
      cell: (row) => bandCell(own(row)),
    });
    for (const variant of [base, judged]) {
      if (!latency(variant).some((value) => value !== null)) continue;
      const note = names[variant]?.short ?? '';
      columns.push({
        ...plain,
        ...{ key: `latency ${variants[variant]?.slug ?? ''}`, name: 'ms', note },
        cell: (row) => {
          const value = latency(variant)[row] ?? null;
          return value === null
            ? plainCell(NO_VALUE, 'v')
            : { ...plainCell(formatFixed(value * 1000, 3)), value };
        },
      });
    }
    columns.push({
      ...plain,
      key: 'certainty',
      name: 'How sure',
      isWords: true,
      note: names[judged]?.short ?? '',
      cell: (row) => certaintyCell(own(row)),
    });
  }
  return [
    gridTable(
      {
        corner: axis === 'clients' ? 'Clients' : axisName(axis),
        rows: points.map(({ row, at }) => ({
          ...{ key: `${key} ${at}`, name: String(at), note: '', isBase: false },
          link: {
            href: `/compare?server=${sweep.server.slug}&workload=${places[row]?.workload ?? ''}`,
            label: `heatmap of ${atText(axis, at)}`,
          },
        })),
        columns,
      },
      {
        id: tests.length > 1 ? `matrix-${tests.indexOf(key) + 1}` : 'matrix',
        title: `Versions × ${axis === 'clients' ? 'clients' : axisName(axis)}${tests.length > 1 ? `, ${key}` : ''}`,
        hint:
          variants.length > 1
            ? `${label}, ratio to ${names[base]?.short ?? ''}; click a version to make it the base`
            : label,
        notes: noiseNotes(view, key),
      },
      (row, column) => columns[column]?.cell(points[row]?.row ?? -1) ?? plainCell(NO_VALUE, 'v'),
    ),
  ];
}

function valuesOf({ sweep, columns }: ClientsView, metric: MetricId, variant: number): (number | null)[] {
  return sweep.matrix.rows.map(
    (_, row) => sweep.matrix.values[metric]?.[row]?.[columns[variant] ?? -1] ?? null,
  );
}

function valueCell(view: ClientsView, variant: number, row: number): ReportCell {
  const { sweep, columns } = view;
  const own = shownValue(sweep.matrix, 'throughput', [row, columns[variant] ?? -1]);
  return absoluteCell(own, own.value === null ? '' : throughputText(view, own.value));
}

function bandCell(cell: SweepCell | undefined): ReportCell {
  if (!cell || !isJudged(cell.verdict)) return plainCell(NO_VALUE, 'v');
  return plainCell(`±${formatFixed(Math.expm1(cell.verdict.band) * 100, 1)}%`);
}

function certaintyCell(cell: SweepCell | undefined): ReportCell {
  if (!cell?.certainty || !isJudged(cell.verdict)) {
    return plainCell(cell && 'reason' in cell.verdict ? cell.verdict.reason : NO_VALUE, 'v');
  }
  return {
    ...plainCell(certaintyLevel(cell.certainty).word.replace(/,.*/, '')),
    note: cell.isPooled ? 'neighbours agree' : '',
  };
}

/** What the verdicts of a test rest on. */
function noiseNotes(view: ClientsView, key: string): string[] {
  const { judged, verdicts, sweep } = view;
  if (judged === null) return [];
  const noise = verdicts[judged]?.pair.noise;
  const cells = (verdictOf(view, judged, key)?.cells ?? []).flatMap(({ verdict }) =>
    isJudged(verdict) ? [verdict] : [],
  );
  const [first] = cells;
  if (!noise || !first) return [];
  const runs = Math.min(...cells.flatMap(({ baseRuns, versionRuns }) => [baseRuns, versionRuns]));
  const sigma = Math.max(...cells.map((cell) => cell.sigma));
  const least = smallestVisible(sigma, { tests: sweep.points.length, runs });
  return [
    `${countText(runs, 'repeat')} at least on both sides: at one ${axisName(sweep.axis)} alone a loss under ${Math.ceil(least * 100)}% can't be confirmed.`,
    ...(noise.calibrated
      ? []
      : [`${uncalibratedText({ kind: sweep.noise.server ?? null, unsure: !noise.canBeSure })} ${CALIBRATE}`]),
  ];
}

/** Tests × values of the judged version against the base, with the finding of each test in words. */
export function testsTable(view: ClientsView, linkTo: LinkTo): ReportTable {
  const { sweep, judged, base, names, tests } = view;
  const values = [...new Set(sweep.points.map(({ at }) => at))].sort((a, b) => a - b);
  const variant = judged ?? base;
  const rowOf = new Map(sweep.points.map(({ test, at }, row) => [`${at} ${test}`, row]));
  const words = { key: 'words', name: 'In words', note: '', link: null, isBase: false, isWords: true };
  return gridTable(
    {
      corner: 'Test',
      rows: tests.map((test) => ({
        ...{ key: test, name: test, note: '', isBase: false },
        link: test === view.test ? null : { href: `${linkTo({ test })}#charts`, label: 'show its curves' },
      })),
      columns: [
        ...values.map((at) => ({
          key: String(at),
          name: atText(sweep.axis, at),
          note: '',
          link: null,
          isBase: false,
        })),
        ...(judged === null ? [] : [words]),
      ],
    },
    {
      id: 'tests',
      title: `Tests × ${sweep.axis === 'clients' ? 'clients' : axisName(sweep.axis)}`,
      hint:
        judged === null
          ? 'throughput'
          : `${names[variant]?.short ?? ''} divided by ${names[base]?.short ?? ''}`,
    },
    (row, column) => {
      const key = tests[row] ?? '';
      if (column === values.length) return findingCell(view, variant, key);
      const place = rowOf.get(`${values[column] ?? ''} ${key}`) ?? -1;
      return judged === null ? valueCell(view, variant, place) : ratioCell(cellOf(view, variant, key, place));
    },
  );
}

/** The finding of each version in words. */
export function wordsTable(view: ClientsView, linkTo: LinkTo): ReportTable {
  const { base, names, test } = view;
  const places = variantPlaces(view, linkTo);
  return gridTable(
    {
      corner: 'Version',
      rows: places,
      columns: [{ key: 'words', name: 'In words', note: '', link: null, isBase: false, isWords: true }],
    },
    { id: 'words', title: `Each version against ${names[base]?.short ?? ''}`, hint: test },
    (row) => (row === base ? plainCell('') : findingCell(view, row, test)),
  );
}

function findingCell(view: ClientsView, variant: number, key: string): ReportCell {
  const judged = verdictOf(view, variant, key);
  if (!judged || !isComparedTest(judged)) return plainCell('not measured in both');
  const words = judged.changes.map((change) => changeWords(view.sweep.axis, change));
  return plainCell(words.join('; ') || 'no change is confirmed');
}
