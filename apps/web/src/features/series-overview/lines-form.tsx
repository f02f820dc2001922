import { type OverviewLines, type SeriesState, seriesUrl } from '@basecase/views/series';
import { DataForm, forget } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { SelectField } from '../../ui/form/select-field';

/** Which nights are shown: those of a server, of a workload on it, of a version line there. */
export function LinesForm({ lines, state }: { lines: OverviewLines; state: SeriesState }) {
  return (
    <DataForm action="/series" label="Nights">
      <HiddenFields pairs={seriesUrl.pairs(state)} except={['server', 'workload', 'line', 'fold', 'all']} />
      <SelectField
        label="Server"
        keepsLabel
        name="server"
        defaultValue={lines.server}
        onChange={forget('workload', 'line')}
        options={lines.servers}
      />
      {lines.workloads.length > 1 ? (
        <SelectField
          label="Workload"
          keepsLabel
          name="workload"
          defaultValue={lines.workload}
          onChange={forget('line')}
          options={lines.workloads}
        />
      ) : null}
      {lines.lines.length > 1 ? (
        <SelectField label="Line" keepsLabel name="line" defaultValue={lines.line} options={lines.lines} />
      ) : null}
    </DataForm>
  );
}
