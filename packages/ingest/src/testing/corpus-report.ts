import { type CorpusRow, corpusPath, readIndex, readMemberIndex } from './corpus';
import { checkRow, type RowCheck } from './corpus-check-row';
import { type CorpusKeys, loadCorpusKeys } from './corpus-keys';
import { readOneCorpusFile } from './read-corpus-file';
import { readTarMembers } from './tar-members';

export interface ToolReport {
  rows: number;
  /** Rows of which every key was compared or is excepted, and none is wrong. */
  passed: number;
  /** Values compared. */
  values: number;
  /** Rows of which the index expects no value: that the file is recognized is all there is to check. */
  recognized: number;
}

export interface CorpusReport {
  tools: Map<string, ToolReport>;
  failures: string[];
  /** Reason → paths of the rows. */
  exceptions: Map<string, string[]>;
}

/** A row that was checked. */
interface Checked extends RowCheck {
  isRecognized: boolean;
}

/** Several tests ask for the same rows, which are read once. */
const kept: { index?: CorpusRow[]; members?: (CorpusRow & { tarball: string })[] } = {};
const checks = new Map<CorpusRow, Map<CorpusKeys, Checked>>();

/** Checks every row of both indexes of the corpus against what this package reads. */
export async function checkCorpus(
  asked?: readonly CorpusKeys[],
  wants: (row: CorpusRow) => boolean = () => true,
): Promise<CorpusReport> {
  const families = asked ?? (await loadCorpusKeys());
  const report: CorpusReport = { tools: new Map(), failures: [], exceptions: new Map() };
  const keysOf = ({ tool }: CorpusRow) => families.find(({ tools }) => tools.includes(tool));
  kept.index ??= readIndex();
  kept.members ??= readMemberIndex();
  for (const row of kept.index.filter(wants)) {
    const keys = keysOf(row);
    if (keys) addTo(report, row, await checkOne(row, keys));
  }
  const members = kept.members.filter((row) => keysOf(row) && wants(row));
  for (const tarball of new Set(members.map((row) => row.tarball))) {
    const own = members.filter((row) => row.tarball === tarball);
    const areChecked = own.every((row) => checks.get(row)?.has(keysOf(row) as CorpusKeys));
    const content = areChecked ? null : await readTarMembers(corpusPath(tarball));
    for (const row of own) {
      const bytes = content?.get(row.path);
      if (content && !bytes) throw new Error(`${row.path} is not in ${tarball}`);
      addTo(report, row, await checkOne(row, keysOf(row) as CorpusKeys, bytes));
    }
  }
  return report;
}

async function checkOne(row: CorpusRow, keys: CorpusKeys, bytes?: Buffer): Promise<Checked> {
  const known = checks.get(row) ?? new Map<CorpusKeys, Checked>();
  checks.set(row, known);
  const before = known.get(keys);
  if (before) return before;
  const file = await readOneCorpusFile(row.path, bytes);
  const checked = {
    ...checkRow(row, keys, keys.answers(row, file)),
    isRecognized: file.artifact.kind !== 'unknown',
  };
  known.set(keys, checked);
  return checked;
}

function addTo(report: CorpusReport, row: CorpusRow, found: Checked): void {
  const { checked, excepted, isRecognized } = found;
  const expectsNothing = [...row.expected.keys()].every((key) => key === '');
  const wrong = [
    ...found.wrong,
    ...(expectsNothing && !isRecognized ? ['nothing recognizes this file'] : []),
  ];
  const tool = report.tools.get(row.tool) ?? { rows: 0, passed: 0, values: 0, recognized: 0 };
  report.tools.set(row.tool, {
    rows: tool.rows + 1,
    passed: tool.passed + Number(wrong.length === 0),
    values: tool.values + checked,
    recognized: tool.recognized + Number(expectsNothing && wrong.length === 0),
  });
  report.failures.push(...wrong.map((text) => `${row.path}: ${text}`));
  for (const reason of excepted) {
    report.exceptions.set(reason, [...(report.exceptions.get(reason) ?? []), row.path]);
  }
}

/** The report as Markdown: a table of tools, every failure, every exception with its rows. */
export function toMarkdown({ tools, failures, exceptions }: CorpusReport): string {
  const lines = [
    '| tool | rows | passed | values compared | rows without values, recognized |',
    '| --- | ---: | ---: | ---: | ---: |',
  ];
  for (const [tool, { rows, passed, values, recognized }] of [...tools].sort()) {
    lines.push(`| ${tool} | ${rows} | ${passed} | ${values} | ${recognized} |`);
  }
  lines.push('', `## Failures: ${failures.length}`, '', ...failures.map((failure) => `- ${failure}`));
  lines.push('', '## Not compared, and why', '');
  for (const [reason, paths] of exceptions) {
    const shown = paths.slice(0, 3).join(', ');
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
    lines.push(`- ${reason} (${paths.length} rows: ${shown}${more})`);
  }
  return `${lines.join('\n')}\n`;
}
