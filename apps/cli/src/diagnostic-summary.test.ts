import type { Diagnostic } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { type Finding, noteDiagnostics } from './diagnostic-summary';

const FINDINGS: Finding[] = [
  finding({ code: 'EMPTY_FILE', severity: 'info', file: 'a/sb.perf', line: null, message: 'No bytes.' }),
  finding({
    code: 'LINE_UNPARSED',
    file: 'a/sb.vm',
    line: 7,
    message: 'Expected 17 numbers.',
    excerpt: '1 x',
  }),
  finding({ code: 'EMPTY_FILE', severity: 'info', file: 'a/sb.top', line: null, message: 'No bytes.' }),
];

describe('noteDiagnostics', () => {
  it('says each code once with its first example, warnings first', () => {
    expect(noted(false)).toEqual([
      'warning: LINE_UNPARSED run.tar: a/sb.vm:7: Expected 17 numbers. | 1 x',
      'info: EMPTY_FILE run.tar: a/sb.perf: No bytes. (and 1 more)',
      '(--verbose lists every one)',
    ]);
  });

  it('lists every one with verbose', () => {
    expect(noted(true)).toHaveLength(3);
  });

  it('is empty without diagnostics, and offers no list if all were printed', () => {
    expect(noted(false, [])).toEqual([]);
    expect(noted(false, FINDINGS.slice(0, 2))).toHaveLength(2);
  });
});

function noted(verbose: boolean, findings = FINDINGS): string[] {
  const lines: string[] = [];
  noteDiagnostics(findings, verbose, {
    print: () => Promise.resolve(),
    note: (line) => void lines.push(line),
    cwd: '.',
    env: {},
    progress: () => undefined,
  });
  return lines;
}

function finding(part: Partial<Diagnostic>): Finding {
  const diagnostic: Diagnostic = {
    code: 'UNKNOWN_FORMAT',
    severity: 'warning',
    file: null,
    line: null,
    message: '',
    excerpt: null,
    ...part,
  };
  return { path: 'run.tar', diagnostic };
}
