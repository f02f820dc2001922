import type { FileDetails } from '../../../model/details';
import { containsAny } from '../../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { TpccFacts } from '../tpcc-facts';
import {
  EFFICIENCY,
  LOGGED,
  LOGGED_BY_BENCHBASE,
  NEW_ORDERS,
  RESULTS,
  RESULTS_WORDS,
  SETTING,
  TPMC,
  withoutColours,
} from './lines';
import { OltpbenchSession } from './oltpbench-session';

/** The console of OLTPBench, of Yugabyte's tpccbenchmark and of BenchBase, as log4j writes it. */
export const oltpbench: LogParser = {
  kind: 'oltpbench-console',
  about:
    'console of OLTPBench or BenchBase: `(DBWorkload.java:818) INFO  - Rate limited reqs/s: Results(nanoSeconds=...`',
  score: scoreOltpbench,
  open: (reporter) => new OltpbenchSession(reporter),
  valueLines: [NEW_ORDERS, TPMC, EFFICIENCY],
  openDetails: () => new OltpbenchDetails(),
};

const LITERALS = ['DBWorkload.java:', 'ThreadBench.java:', ' com.oltpbenchmark.'];
const WORKLOAD = ['(DBWorkload.java:', ' com.oltpbenchmark.DBWorkload '];

/** A script may write the log of the server into the same file, and first: the results say more than it. */
function scoreOltpbench({ head, bytes, name }: Sample): number {
  const isNamed = /oltpbench|tpcc/i.test(name);
  const isLogged = containsAny(head, LITERALS) && (LOGGED.test(head) || LOGGED_BY_BENCHBASE.test(head));
  if (bytes.includes(RESULTS_WORDS) && (isLogged || WORKLOAD.some((word) => bytes.includes(word)))) return 1;
  if (isLogged) return isNamed ? 1 : 0.9;
  return 0;
}

const MAX_LINE_BYTES = 2048;

/** Settings and results as printed, with one group for the results of each run. */
class OltpbenchDetails implements DetailsSession {
  readonly #facts = new TpccFacts();
  #runs = 0;

  line(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = withoutColours(bytes.toString('latin1', start, end)).trimEnd();
    const [, setting, value = ''] = SETTING.exec(text) ?? [];
    const [results, state, nanoseconds = '', requests = '', rate = '', goodput] = RESULTS.exec(text) ?? [];
    const [orders, count = '', seconds = ''] = NEW_ORDERS.exec(text) ?? [];
    if (setting !== undefined) this.#facts.add({ group: 'settings', name: setting, value, line });
    else if (results !== undefined) {
      this.#runs += 1;
      this.#add('nanoSeconds', nanoseconds, { unit: 'ns', line });
      this.#add('measuredRequests', requests, { unit: null, line });
      this.#add('requests/sec', rate, { unit: 'requests/s', line });
      if (goodput !== undefined) this.#add('goodput', goodput, { unit: 'requests/s', line });
      if (state !== undefined) this.#add('state', state, { unit: null, line });
    } else if (orders !== undefined) {
      this.#add('New Order transactions', count, { unit: null, line });
      this.#add('time seconds', seconds, { unit: 's', line });
    } else this.#rate(text, line);
  }

  #rate(text: string, line: number): void {
    const tpmC = TPMC.exec(text)?.[1];
    const efficiency = EFFICIENCY.exec(text)?.[1];
    if (tpmC !== undefined) this.#add('TPM-C', tpmC, { unit: 'tpmC', line });
    else if (efficiency !== undefined) this.#add('Efficiency', efficiency, { unit: '%', line });
  }

  #add(name: string, value: string, { unit, line }: { unit: string | null; line: number }): void {
    this.#facts.add({ group: `run ${this.#runs}`, name, value, unit, line });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
