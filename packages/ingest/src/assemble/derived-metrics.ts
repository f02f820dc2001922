import { type Expression, evaluate, namesIn, parseExpression } from '../manifest/expression';
import type { Manifest } from '../manifest/manifest';
import { METRIC_IDS, type MetricId, metricOf } from '../model/metric';
import { BETTER, openMetricId } from '../model/open-metric';
import type { Measurement, NormalizedResult } from '../model/run';
import { inferDirection } from '../model/words/direction';
import { readUnit } from '../model/words/units';
import type { AssembleContext, RunPart } from '../parsers/family';
import { findManifest } from './manifests';

interface Derived {
  name: string;
  metric: MetricId;
  unit: string;
  formula: string;
  expression: Expression;
}

/**
 * Adds the metrics that basecase.json defines (`metrics`) to the results at and below its directory. A formula sees the metrics of its
 * own result, and those defined before it. Where a value is missing there is none. Reports each name that no result has.
 */
export function withDerivedMetrics(
  parts: readonly RunPart[],
  manifests: ReadonlyMap<string, Manifest>,
  context: Pick<AssembleContext, 'note'>,
): RunPart[] {
  const known = new Map<Manifest, readonly Derived[]>();
  const found = new Map<Derived, Set<string>>();
  const made = parts.map((part) => {
    const manifest = findManifest(manifests, part.directory);
    if (!manifest?.metrics) return part;
    const derived = known.get(manifest) ?? derivedOf(manifest.metrics);
    known.set(manifest, derived);
    return { ...part, results: part.results.map((result) => withDerived(result, derived, found)) };
  });
  for (const each of [...known.values()].flat()) {
    for (const { name, at } of namesIn(each.expression)) {
      if (found.get(each)?.has(name)) continue;
      const message = `${each.name}: no result has "${name}" (character ${at} of "${each.formula}"); names are those of metrics in tables, or their ids`;
      context.note('METRIC_MISSING', null, message, { severity: 'warning' });
    }
  }
  return made;
}

function derivedOf(metrics: NonNullable<Manifest['metrics']>): Derived[] {
  return Object.entries(metrics).map(([name, said]) => {
    const { formula, unit = '', better } = typeof said === 'string' ? { formula: said } : said;
    const direction = better ? BETTER[better] : inferDirection(name, readUnit(unit));
    return {
      ...{ name, unit, formula, expression: parseExpression(formula) },
      metric: openMetricId({ name, unit, direction }),
    };
  });
}

function withDerived(
  result: NormalizedResult,
  derived: readonly Derived[],
  found: Map<Derived, Set<string>>,
): NormalizedResult {
  const measurements = [...result.measurements];
  for (const each of derived) {
    const { expression, metric, unit, formula } = each;
    const seen = found.get(each) ?? new Set();
    found.set(each, seen);
    const inputs = namesIn(expression).flatMap(({ name }) => {
      const input = findMeasurement(measurements, name);
      if (input) seen.add(name);
      return input ?? [];
    });
    const value = evaluate(expression, (name) => findMeasurement(measurements, name)?.value ?? null);
    const [first] = inputs;
    if (value === null || !first || measurements.some((known) => known.metric === metric)) continue;
    const { file, line, lineEnd } = first;
    measurements.push({ metric, value, unit, source: 'computed', formula, file, line, lineEnd });
  }
  return measurements.length === result.measurements.length ? result : { ...result, measurements };
}

const IDS_BY_LABEL = new Map(
  METRIC_IDS.map((id) => [metricOf(id).label.toLowerCase(), id]).reverse() as [string, MetricId][],
);

/** The measurement of a metric by its id, or its label in any case; of two sources what was reported. */
function findMeasurement(measurements: readonly Measurement[], name: string): Measurement | undefined {
  const label = name.toLowerCase();
  const id = IDS_BY_LABEL.get(label);
  const named = measurements.filter(({ metric }) => metric === name);
  const same =
    named.length > 0
      ? named
      : measurements.filter(({ metric }) => metric === id || metricOf(metric).label.toLowerCase() === label);
  return same.find(({ source }) => source === 'reported') ?? same[0];
}
