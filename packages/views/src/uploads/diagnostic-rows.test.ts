import { describe, expect, it } from 'vitest';
import { diagnosticRows } from './uploads-preview';

const example = { code: 'EMPTY_FILE', severity: 'warning', message: 'no bytes', excerpt: null } as const;

describe('diagnosticRows', () => {
  it('explains a code and names its first place', () => {
    const rows = diagnosticRows([
      {
        code: 'EMPTY_FILE',
        severity: 'warning',
        count: 1063,
        examples: [{ ...example, file: 'x/sb.o.scan', line: 3 }],
      },
    ]);
    expect(rows).toMatchObject([
      {
        isWarning: true,
        count: '1\u202f063',
        first: 'sb.o.scan line 3',
        meaning: 'The file is empty.',
        examples: [{ file: 'x/sb.o.scan', line: 3, message: 'no bytes' }],
      },
    ]);
  });

  it('has no meaning for a code that it does not know', () => {
    expect(
      diagnosticRows([{ code: 'FROM_THE_FUTURE', severity: 'info', count: 1, examples: [] }]),
    ).toMatchObject([{ isWarning: false, first: '', meaning: '' }]);
  });
});
