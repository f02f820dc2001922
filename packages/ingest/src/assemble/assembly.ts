import { diagnostic } from '../files/reporter';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';

/** What all steps of the assembly share. */
export class Assembly {
  readonly diagnostics: Diagnostic[] = [];
  /** Device asked for, undefined to choose. */
  readonly device: string | undefined;

  constructor(device: string | undefined) {
    this.device = device;
  }

  note(code: DiagnosticCode, file: string | null, message: string, line: number | null = null): void {
    this.diagnostics.push(diagnostic(code, message, { file, line }));
  }
}
