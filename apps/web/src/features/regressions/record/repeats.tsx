import { NO_VALUE } from '@basecase/analysis';
import type { RegressionPage, RepeatView } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { throughputWords } from '@basecase/views/regressions';
import { countText, dayText } from '@basecase/views/text';
import { TableSection } from './table-section';

/** The results behind the two versions: repeats of one run, and runs made again. */
export function Repeats({ page }: { page: RegressionPage }) {
  const own = new Set([page.firstBad.column, page.lastGood.column]);
  const shown = page.repeats.filter(({ column }) => own.has(column));
  const others = page.repeats.length - shown.length;
  if (shown.length === 0) return null;
  const { judged } = page;
  const { heading, text } = throughputWords(page);
  return (
    <TableSection
      title="Results behind the two versions"
      hint={`medians of ${judged.baseRuns} and ${judged.versionRuns} are compared; noise of two single runs ${(judged.sigma * 100).toFixed(1)}%, from ${countText(judged.testPairs, 'A/A pair')} of this test and ${judged.serverPairs} of the server${others > 0 ? `; ${countText(others, 'result')} of other versions not shown` : ''}`}
      rows={shown}
      rowKey={({ runId, repeat }) => `${runId} ${repeat}`}
      columns={[
        { head: 'Version', kind: 'name', text: ({ version }) => versionLabel(version) },
        { head: 'Repeat', kind: 'number', text: 'repeat' },
        { head: heading, kind: 'number', text: ({ value }) => (value === null ? NO_VALUE : text(value)) },
        { head: 'Run', cell: ({ runId, at }) => <a href={`/runs/${runId}`}>{dayText(at)}</a> },
        { head: 'Counts', className: 'mid', text: noteOf },
      ]}
    />
  );
}

function noteOf({ status, isExcluded, isDoubtful }: RepeatView): string {
  if (isExcluded) return 'no: its run is marked as bad';
  if (isDoubtful) return 'no: doubtful';
  return status === 'ok' ? 'yes' : `no: ${status.replace('_', ' ')}`;
}
