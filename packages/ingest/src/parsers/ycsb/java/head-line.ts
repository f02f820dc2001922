import { productOfWord } from '../../../identity/names/products';
import { toDisplayText } from '../../../text/excerpt';
import { toNumber } from '../../number-line';
import { type Settings, workloadOfPath } from '../ycsb-log';

const CLIENT = /^[\t >]{0,40}YCSB Client (\d[\w.-]{0,30})/;
const COMMAND = /^[\t >]{0,40}Command line:/;
/** `java -cp ...:/ycsb/lib/core-0.17.0.jar:... site.ycsb.Client -t -db ...` */
const JAVA = /(?:com\.yahoo|site)\.ycsb\.Client(?= |$)/;
const CORE_JAR = /[/:]core-(\d[\w.]{0,20}?)(?:-SNAPSHOT)?\.jar/;
/** `bin/ycsb.sh load mongodb -s -P workloads/workloada`, as scripts echo it. */
const SCRIPT = /(?:^|[\s/])ycsb(?:\.sh|\.bat)? (load|run) ([a-z][\w-]{0,40})(?= |$)/;
const OPTION = / -(threads|target|P|db) +(\S{1,400})/g;
const PROPERTY = / -p +([\w.]{1,80})=(\S{0,400})/g;
/** `jdbc:mysql://...`, `jdbc:postgresql:...` */
const JDBC = /^jdbc:([a-z]{1,30}):/;

/** What a line before the test says; `isStart` for those that a run begins with. */
interface HeadLine {
  isStart: boolean;
  version: string | null;
  settings: Partial<Settings>;
}

/**
 * Reads a line that names the client, its options or its jars; null for others.
 *
 * @param bytes of the line, masked, for the command as it is shown
 */
export function readHeadLine(text: string, bytes: Uint8Array, line: number): HeadLine | null {
  const version = CLIENT.exec(text)?.[1];
  if (version !== undefined) return { isStart: true, version, settings: {} };
  if (COMMAND.test(text)) {
    const command = toDisplayText(bytes).replace(/^[\s>]*Command line:\s*/, '');
    return { isStart: true, version: null, settings: { ...settingsOf(text, line), command } };
  }
  if (!JAVA.test(text) && !SCRIPT.test(text)) return null;
  return { isStart: false, version: CORE_JAR.exec(text)?.[1] ?? null, settings: settingsOf(text, line) };
}

function settingsOf(text: string, line: number): Partial<Settings> {
  const [, command, binding] = SCRIPT.exec(text) ?? [];
  const files: string[] = [];
  const options = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(OPTION)) {
    if (name === 'P') files.push(workloadOfPath(value));
    else options.set(name, value);
  }
  const properties = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(PROPERTY)) properties.set(name, value);
  const target = toCount(options.get('target') ?? properties.get('target'));
  return {
    threads: toCount(options.get('threads') ?? properties.get('threadcount')),
    workload: files.length > 0 ? files.join('+') : null,
    phase: phaseOf(text, command),
    target: target === null ? null : { value: target, line },
    records: toCount(properties.get('recordcount')),
    product: productOf(properties, options.get('db') ?? binding),
  };
}

/** `-load` and `-t`; a script spells them out. */
function phaseOf(text: string, command: string | undefined): Settings['phase'] {
  if (command === 'load' || / -load(?= |$)/.test(text)) return 'load';
  return command === 'run' || / -t(?= |$)/.test(text) ? 'run' : null;
}

function productOf(properties: ReadonlyMap<string, string>, binding = ''): string | null {
  const address = JDBC.exec(properties.get('db.url') ?? '')?.[1];
  return productOfWord(address ?? binding.split('.').at(-1) ?? '');
}

function toCount(text: string | undefined): number | null {
  const value = toNumber(text ?? '');
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}
