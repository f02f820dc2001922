import { expect, it } from 'vitest';
import { reportInput } from '../verdicts/testing/report-input';
import { buildReport } from './build-report';
import { drawReportMarkdown } from './draw-report-markdown';

const HEAD = {
  title: 'PostgreSQL 17.0 to 18.0 on 8-core',
  facts: [
    { label: 'Server', text: '8-core (pn53)' },
    { label: 'Workload', text: 'sysbench, cached' },
  ],
  source: 'Live view: http://localhost/compare?server=pn53',
};

it('has the shape of a benchmark post', () => {
  const report = buildReport(
    reportInput(['17.0', '18.0'], {
      'point-query_range=100': { throughput: [100, 101], cpu_per_op: [0.01, 0.01] },
      'insert_range=100': { throughput: [100, 80], cpu_per_op: [0.01, 0.0125] },
    }),
  );
  expect(drawReportMarkdown(HEAD, report)).toBe(`# PostgreSQL 17.0 to 18.0 on 8-core

## Summary

- Point queries: 18.0 is 1.01X of 17.0, in one test.
- Writes: 18.0 is 0.80X of 17.0, in one test.

Judged by the plain threshold 0.95 / 1.05, ignoring noise.

## What was tested

- Server: 8-core (pn53)
- Workload: sysbench, cached

## Legend

- Relative to: x.pg17.0 (17.0)
- col-1 : x.pg18.0 (18.0)

## Relative QPS: Point queries

- 18.0 is 1.01X of 17.0, in one test.
- That is within 0.95 and 1.05.

| test | col-1 |
| :--- | ---: |
| point-query_range=100 | 1.01 |
| geometric mean | 1.01 |

## Relative QPS: Writes

- 18.0 is 0.80X of 17.0, in one test.
- That is slower (0.95 or less).

| test | col-1 |
| :--- | ---: |
| insert_range=100 | 0.80 |
| geometric mean | 0.80 |

## Largest changes for the worse

18.0 relative to 17.0.

| test | QPS | cpu/o | since | explained by |
| :--- | ---: | ---: | ---: | ---: |
| insert_range=100 | 0.80 | 1.25 | 18.0 | CPU |

- insert_range=100: 20% slower; CPU per operation 1.25x (accounts for all of it).

Causes overlap, so shares can add up to more than 100%.

Live view: http://localhost/compare?server=pn53
`);
});

it('keeps markup in names as text', () => {
  const report = buildReport(
    reportInput(['<img src=x onerror=alert(1)>', 'b|c'], { insert: { throughput: [1, 1] } }),
  );
  const text = drawReportMarkdown({ ...HEAD, title: '[a](javascript:b)' }, report);
  expect(text).toContain('# \\[a\\](javascript:b)');
  expect(text).toContain('Relative to: x.pg\\<img src=x onerror=alert(1)\\>');
  expect(text).not.toMatch(/[^\\]<img/);
  expect(text).toContain('No test of b\\|c changed by the threshold.');
});

it('names the rule, and its verdict on each change', () => {
  const input = reportInput(['17.0', '18.0'], {
    'insert_range=100': { throughput: [100, 80] },
    'delete_range=100': { throughput: [100, 90] },
    'update-one_range=100': { throughput: [100, 98] },
  });
  const text = drawReportMarkdown(
    HEAD,
    buildReport({
      ...input,
      judgement: {
        ruleVersion: 1,
        verdicts: [
          ['no change', 'unclear'],
          ['no change', 'regression'],
          ['no change', 'possible regression'],
        ],
        since: [null, '18.0', null],
        calibrated: false,
        notes: ['Not calibrated.'],
      },
    }),
  );
  expect(text).toContain('Judged by noise: a change counts if it exceeds the noise of its test');
  expect(text).toContain('How many flags are false is not known here.');
  expect(text).toContain('Not calibrated.\n');
  expect(text).toContain('geometric mean 0.89. 1 of 3 tests is slower, 1 likely; 1 is within noise.');
  expect(text).toContain('| test | QPS | verdict | since | explained by |');
  expect(text).toMatch(/\| 0\.90 \| regression \| 18\.0 \|/);
});
