import type { MaybeRelation, Said } from '../../checks/disagreements';
import { exact, printed, type Range } from '../../checks/ranges';
import type { HammerdbTest } from './hammerdb-log';

/**
 * 45% of the transactions are new orders, and databases count 2 to 3 transactions for each: 2.2 to 2.4 in most logs, 3.0 in
 * those of MySQL, 7.5 in a test of a few orders. A number ten times as large or as small is outside of it.
 */
const TPM_PER_NOPM: Range = { low: 1, high: 12 };
/** What a log says twice of one test. docs/method.md §1.3 */
export function testRelations(test: HammerdbTest): MaybeRelation[] {
  return [resultRatio(test), duration(test)];
}

function resultRatio({ result }: HammerdbTest): MaybeRelation {
  if (!result || result.nopm === 0) return null;
  const nopm: Said = said('NOPM', result.nopm, result.line, ['throughput']);
  const tpm: Said = said('TPM', result.tpm, result.line, ['tpm']);
  return {
    of: [nopm, tpm],
    left: tpm.range,
    right: { low: result.nopm * TPM_PER_NOPM.low, high: result.nopm * TPM_PER_NOPM.high },
    isRough: true,
    words: 'TPM = 1 to 12 times NOPM',
  };
}

/** The settings name the duration, and the monitor prints it when the test begins. */
function duration({ durationMinutes, duration: printedDuration }: HammerdbTest): MaybeRelation {
  if (durationMinutes === null || !printedDuration) return null;
  const own = said('test period in minutes', printedDuration.value, printedDuration.line, ['elapsed']);
  const asked = said('duration of the settings', durationMinutes, printedDuration.line, []);
  return {
    of: [own, asked],
    left: exact(own.value),
    right: exact(durationMinutes),
    words: 'test period = duration of the settings',
  };
}

function said(name: string, value: number, line: number, metrics: Said['metrics']): Said {
  return { name, value, line, metrics, range: printed(value, 0) };
}
