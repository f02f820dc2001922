import { AppError } from '@basecase/db/errors';
import { insteadText } from '@basecase/ingest/model';
import type { AddressProblem } from '@basecase/views/url';

/** An address that the HTTP interface does not understand: 400, or 404 for a server that is not there. */
export class AddressError extends AppError {
  static override readonly name = 'AddressError';
  /** Parts of the address that are not understood, one by one. */
  readonly problems: readonly AddressProblem[];

  constructor(problems: readonly AddressProblem[], isMissing: boolean) {
    const answer = isMissing
      ? { status: 404, code: 'NOT_FOUND' }
      : { status: 400, code: 'PARAMETER_INVALID' };
    super(answer, problems.map(sentence).join(' '));
    this.problems = problems;
  }
}

/**
 * Refuses an address that is not understood, with what there is instead.
 *
 * @param resources parameters that identify the resource of the address: an unknown name in them means not found
 * @throws AddressError unless everything is understood
 */
export function refuseAddress(
  problems: readonly AddressProblem[],
  resources: readonly string[] = ['server'],
): void {
  if (problems.length === 0) return;
  throw new AddressError(
    problems,
    problems.every(({ parameter, value }) => resources.includes(parameter) && value !== ''),
  );
}

/** Parameters that choose the view of an address; of others a view has a default. */
const OF_VIEW: ReadonlySet<string> = new Set([
  ...['server', 'workload', 'product', 'benchmark', 'on', 'test', 'line', 'metric', 'cell', 'cols', 'base'],
]);
/** Those of them without which a picture would be that of another view. */
const OF_PICTURE: ReadonlySet<string> = new Set([
  'server',
  'workload',
  'product',
  'benchmark',
  'test',
  'line',
  'on',
  'metric',
  'base',
]);

/**
 * Refuses to keep a view that is not there: its default would be kept under its address.
 *
 * @throws AddressError with what there is instead
 */
export function refuseMissingView(problems: readonly AddressProblem[]): void {
  const missing = problems.filter(({ parameter }) => OF_VIEW.has(parameter));
  refuseAddress(missing, ['server', 'workload', 'product', 'benchmark', 'on', 'test', 'line']);
}

/**
 * What makes the picture, or the embedded table, of an address that of another view; empty for its own. Of several servers side by
 * side those that are left are the same view.
 */
export function otherPicture(
  problems: readonly AddressProblem[],
  query: Iterable<readonly [string, string]>,
): AddressProblem[] {
  const missing = problems.filter(({ parameter }) => OF_PICTURE.has(parameter));
  const lost = missing.filter(({ parameter }) => parameter === 'on').length;
  const on = [...query].filter(([name]) => name === 'on').length;
  return missing.length > lost || (lost > 0 && lost >= on) ? missing : [];
}

/** @throws AddressError, not found, with what there is instead of another view */
export function refuseOtherPicture(...given: Parameters<typeof otherPicture>): void {
  const missing = otherPicture(...given);
  if (missing.length > 0) throw new AddressError(missing, true);
}

/** The message with what there is instead; all known values are in `errors`. */
function sentence(problem: AddressProblem): string {
  return [problem.message, insteadText(problem)].filter(Boolean).join(' ');
}
