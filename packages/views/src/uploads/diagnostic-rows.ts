import type { DiagnosticGroup } from '@basecase/db/types';
import { diagnosticMeaning } from '@basecase/ingest/model';
import { groupDigits } from '../text/count-text';

/** A diagnostic code with how often it was met and its first examples. */
export interface DiagnosticRow {
  code: string;
  isWarning: boolean;
  count: string;
  first: string;
  meaning: string;
  examples: {
    key: string;
    file: string | null;
    line: number | null;
    message: string;
    excerpt: string | null;
  }[];
}

/** Diagnostics by code: how often, where first, what the code means. */
export function diagnosticRows(groups: readonly DiagnosticGroup[]): DiagnosticRow[] {
  return groups.map(({ code, severity, count, examples }) => ({
    code,
    isWarning: severity === 'warning',
    count: groupDigits(count),
    first: examples[0] ? placeOf(examples[0]) : '',
    meaning: diagnosticMeaning(code),
    examples: examples.map(({ file, line, message, excerpt }, index) => ({
      key: `${index} ${file ?? ''} ${line ?? ''}`,
      file,
      line,
      message,
      excerpt,
    })),
  }));
}

/** `sb.o.scan line 12`: the last part of the path, the rest is in the list. */
function placeOf({ file, line }: { file: string | null; line: number | null }): string {
  const name = file?.split('/').at(-1) ?? '';
  return line === null ? name : `${name} line ${line}`;
}
