import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Matrix,
  type MatrixVerdicts,
  type Noise,
  type VerdictColumn,
  variantKey,
} from '@basecase/analysis';
import { COSTS, metricOf, testLabel } from '@basecase/ingest/model';

const { BASECASE_CORPUS } = process.env;
const ROOT = resolve(import.meta.dirname, '../../../..');
/** The study's own code is next to the corpus. */
const DIRECTORY = resolve(ROOT, BASECASE_CORPUS ?? '../shared/corpus', '../verdicts');

/** True when the reference implementation of the rules, and python3 to run it, are there. */
export const hasReference =
  existsSync(resolve(DIRECTORY, 'verdict2.py')) && spawnSync('python3', ['--version']).status === 0;

if (!hasReference) console.warn('Skipped: no verdict2.py next to the corpus, or no python3 to run it.');

/** What the reference says of a cell. Null: missing, or not flagged. */
export interface ReferenceCell {
  verdict: string;
  sigma: number | null;
  p: number | null;
  band: number | null;
  why: {
    verdict: string;
    reasons: [string, number, number][];
    paid: [string, number][];
    util: number | null;
    sentence: string | null;
  } | null;
}

export interface ReferenceStep {
  at: number;
  r: number;
  kind: string;
  before: number;
  after: number;
  back?: number;
}

export interface ReferenceAnswer {
  scales: number[];
  /** [row][column] */
  cells: ReferenceCell[][];
  /** [row][line], `at` and `back` as columns of the matrix. */
  steps: ReferenceStep[][][];
}

/**
 * The absolute values, the A/A pairs, the lines of releases, and the floors of the metrics, which are higher here than
 * in the study: everything else is the reference's own work.
 */
export function referenceInput(
  matrix: Matrix<VerdictColumn>,
  noise: Noise,
  { base, releaseLines }: MatrixVerdicts,
) {
  const { throughput, cpu_per_op, cs_per_op, reads_per_op, read_kb_per_op, write_kb_per_op } = matrix.values;
  return {
    base,
    clients: noise.kind.clients,
    cached: noise.kind.cached,
    variants: matrix.columns.map(variantKey),
    tests: matrix.rows.map(({ key, name, range, group, unit }) => ({
      key,
      name: testLabel(name, range),
      group,
      unit,
    })),
    status: matrix.status,
    repeats: matrix.repeats,
    values: {
      qps: throughput,
      'cpu/o': cpu_per_op,
      'cs/o': cs_per_op,
      'r/o': reads_per_op,
      'rKB/o': read_kb_per_op,
      'wKB/o': write_kb_per_op,
    },
    pairs: noise.pairs.map(({ a, b, changes }) => ({
      sides: [variantKey(a), variantKey(b)],
      cells: changes.map(({ test, x }) => [test, x]),
    })),
    lines: releaseLines.map(({ columns }) => columns),
    floors: Object.fromEntries(COSTS.map((metric) => [metricOf(metric).label, metricOf(metric).floor])),
  };
}

/** Runs the reference over many inputs at once. */
export function runReference(inputs: readonly ReturnType<typeof referenceInput>[]): ReferenceAnswer[] {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', DRIVER, DIRECTORY], {
    input: JSON.stringify(inputs),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`verdict2.py failed: ${stderr}`);
  return JSON.parse(stdout) as ReferenceAnswer[];
}

const DRIVER = `
import json, math, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import verdict as V
import verdict2 as V2
priors = V.Priors(sys.argv[1] + '/priors.csv')
METRICS = [m for m, _ in V.METRICS]

def comparable(sides, floors):
    # A cost under its floor on one side counts from four floors on the other; the study had no such limit.
    for m, floor in floors.items():
        a, b = (side[m] for side in sides)
        if a is not None and b is not None and min(a, b) < floor and max(a, b) < 4 * floor:
            for side in sides: side[m] = floor
    return sides

def decimals(v):
    # Of a value as it was printed; None: it was computed.
    if v is None: return None
    m, _, e = repr(v).partition('e'); d = max(0, (len(m.partition('.')[2]) if not m.endswith('.0') else 0) - int(e or 0))
    return None if d > 6 else d

def answer(q):
    tests = q['tests']; columns = range(len(q['variants'])); base = q['base']
    clients = 1000 if q['clients'] is None else q['clients']
    conc = V.concurrency(clients, q['cached'])
    group = lambda t: {'range-aggregate': 'agg'}.get(t['group'], t['group'])
    prior = {t['key']: priors.get('sysbench', V.concurrency(int(t['key'].split('_dop=')[1]), q['cached']) if '_dop=' in t['key'] else conc, group(t), t['name']) for t in tests}
    def sigmas(without):
        pairs = [p for p in q['pairs'] if not set(p['sides']) & without]
        def centred(p):
            m = V2.common_mode([(x, prior[t], 1, 1) for t, x in p['cells']])
            return [(t, x - m) for t, x in p['cells']]
        cells = [c for p in pairs for c in centred(p)]
        k = V2.server_scale2([(x, prior[t]) for t, x in cells], len(pairs))
        same = [p for p in q['pairs'] if p['sides'][0] == p['sides'][1] and p['sides'][0] in without]
        k = max(k, V2.repeat_scale([(x, prior[t]) for p in same for t, x in p['cells']]))
        own = lambda key: [x for t, x in cells if t == key]
        return k, [V.sigma(prior[t['key']], k, own(t['key'])) for t in tests]
    def value(metric, row, column):
        v = q['values'].get(metric)
        return None if v is None else v[row][column]
    def qps(row, column):
        v = value('qps', row, column)
        return v if q['status'][row][column] == 'ok' and v is not None and v > 0 else None
    cells = [[None for _ in columns] for _ in tests]; scales = []
    for c in columns:
        k, ss = sigmas({q['variants'][c], q['variants'][base]}); scales.append(k)
        inputs = []
        printed = [[decimals(value('qps', i, j)) for j in (base, c)] for i in range(len(tests))]
        most = {}
        for t, ds in zip(tests, printed):
            for d in ds:
                if d is not None: most[t['unit']] = max(most.get(t['unit'], 0), d)
        for i, s in enumerate(ss):
            a, b = qps(i, base), qps(i, c)
            if a is not None and b is not None and None not in printed[i]:
                h = .5 * 10 ** -most[tests[i]['unit']]; s = math.hypot(s, h / a, h / b)
            inputs.append((None if a is None or b is None else math.log(b / a), s, max(1, q['repeats'][i][base]), max(1, q['repeats'][i][c])))
        shared, verdicts = V2.column2(inputs)
        for i, (verdict, cell) in enumerate(zip(verdicts, inputs)):
            x, s, kb, kv = cell
            if x is None:
                cells[i][c] = dict(verdict='missing', sigma=None, p=None, band=None, why=None); continue
            why = None
            if verdict.split()[-1] in ('regression', 'improvement'):
                V.FLOORM = q['floors']
                e = V.explain(*comparable([dict([('qps', qps(i, j))] + [(m, value(m, i, j)) for m in METRICS]) for j in (base, c)], q['floors']))
                verdict = V.support(verdict, e)
                finite = lambda r: r if math.isfinite(r) else 1e999
                why = dict(verdict=e['verdict'], reasons=[(m, None if math.isinf(r) else r, sh) for m, r, sh in e['reasons']],
                           paid=[(m, None if math.isinf(r) else r) for m, r in e['paid']], util=e['util'], sentence=e['sentence'])
            cells[i][c] = dict(verdict=V.guard(verdict, x, 0), sigma=s, p=V.pvalue(x - shared, s, kb, kv), band=V.band(s, kb, kv), why=why)
    _, ss = sigmas(set()); steps = []
    for i, s in enumerate(ss):
        row = []
        for line in q['lines']:
            cols = [c for c in line if qps(i, c) is not None]
            found = V.steps([math.log(qps(i, c)) for c in cols], s, [max(1, q['repeats'][i][c]) for c in cols]) if cols else []
            for st in found:
                st['at'] = cols[st['at']]
                if 'back' in st: st['back'] = cols[st['back']]
            row.append(found)
        steps.append(row)
    return dict(scales=scales, cells=cells, steps=steps)

json.dump([answer(q) for q in json.load(sys.stdin)], sys.stdout)
`;
