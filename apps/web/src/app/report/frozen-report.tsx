import type { CompareState } from '@basecase/views/compare';
import { toViewReport } from '@basecase/views/report';
import type { FrozenView } from '@basecase/views/share';
import type { ReactNode } from 'react';
import { ReportScreen } from '../../features/report/report-screen';

interface Props {
  frozen: FrozenView;
  state: CompareState;
  note: ReactNode;
  share: ReactNode;
}

/** A report over frozen numbers. Its tests lead nowhere: the heatmap behind them is another permalink, or live. */
export function FrozenReport({ frozen, state, note, share }: Props) {
  return (
    <ReportScreen
      {...toViewReport({ view: frozen.view, data: frozen.data, state })}
      note={note}
      share={share}
      reportHref={`/api/v1/report?permalink=${frozen.slug}`}
      hrefOf={null}
    />
  );
}
