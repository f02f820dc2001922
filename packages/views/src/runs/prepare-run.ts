import type { BadRunMark, RunPage } from '@basecase/db/types';
import { bytesText } from '../text/bytes-text';
import { dayText, timeText } from '../text/time-text';

export interface Fact {
  label: string;
  text: string;
  /** True for what nobody said: it is shown, as missing. */
  isMissing: boolean;
}

const MISSING = 'not recorded';

const fact = (label: string, text: string | null): Fact => ({
  label,
  text: text || MISSING,
  isMissing: !text,
});

/** The machine. Memory in binary gigabytes, as it is sold. */
export function serverFacts({ server }: Pick<RunPage, 'server'>): Fact[] {
  return [
    fact('Name', server.name),
    fact('Cores', server.cores === null ? null : String(server.cores)),
    fact('CPU', server.cpu),
    fact('Memory', server.memoryBytes === null ? null : gibibytes(server.memoryBytes)),
    fact('Storage', server.storage),
    fact('OS', server.os),
  ];
}

function gibibytes(bytes: number): string {
  const value = bytes / 2 ** 30;
  return value >= 1 ? `${Number(value.toFixed(1))} GiB` : bytesText(bytes);
}

/** What was measured, and how. */
export function runFacts(run: RunPage): Fact[] {
  const { workload } = run;
  return [
    fact('Product', run.product),
    fact('Version', run.versionKnown ? run.version : `${run.version} (unknown version: ordered last)`),
    fact('Build', run.flavour),
    fact('Config', run.config),
    fact('Workload', [workload.label, ...workload.details].join(', ')),
    fact('Campaign', run.campaign ?? 'its upload'),
    fact('Started', run.startedAt === null ? null : timeText(run.startedAt)),
    fact('Tool', distinct(run.results.map(({ tool }) => tool))),
    fact('Device', distinct(run.results.map(({ device }) => device))),
    fact('Directory', run.path || run.label),
  ];
}

/** Different values once; several are listed. */
function distinct(values: readonly (string | null)[]): string {
  return [...new Set(values.flatMap((value) => value ?? []))].join(', ');
}

/** `Bad run: fan failed`, by whom and when, and what follows from it. */
export function badMarkTexts({ reason, by, at }: BadRunMark): { strong: string; rest: string } {
  return {
    strong: `Bad run: ${reason}`,
    rest: `, by ${by}, ${dayText(at)}. Its numbers are ignored: no verdict, noise or record uses them.`,
  };
}

/** What stands first on the page: how much there is of it and where it came from, in a sentence. */
export function runSentence(run: RunPage): string {
  const counted = run.results.filter(({ status, test }) => status !== 'warmup' && !test.warmup);
  const tests = new Set(counted.map(({ test }) => test.key)).size;
  const bad = counted.filter(({ status }) => status === 'failed' || status === 'sla_failed').length;
  const parts = [
    `${tests} ${tests === 1 ? 'test' : 'tests'}, ${counted.length} ${counted.length === 1 ? 'result' : 'results'}`,
    bad > 0 ? `${bad} of them failed or missed their SLA` : '',
    run.isSummary ? 'read from a summary table; the raw logs are not stored' : '',
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}
