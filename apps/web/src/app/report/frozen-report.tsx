import type { CompareState } from '@basecase/views/compare';
import { toViewReport } from '@basecase/views/report';
import type { Disclosure } from '@basecase/views/runs';
import type { FrozenView } from '@basecase/views/share';
import type { ComponentProps, ReactNode } from 'react';
import { ReportScreen } from '../../features/report/report-screen';
import type { ShareProps } from '../../features/share/share-body';
import { ReportActions } from '../../islands/report';

interface Props {
  frozen: FrozenView;
  disclosure: Disclosure | null;
  state: CompareState;
  note: ReactNode;
  exports: ComponentProps<typeof ReportActions>['exports'];
  share: ShareProps;
}

/** A report over frozen numbers. Its tests lead nowhere: the heatmap behind them is another permalink, or live. */
export function FrozenReport({ frozen, disclosure, state, note, exports, share }: Props) {
  return (
    <ReportScreen
      {...toViewReport({ view: frozen.view, data: frozen.data, state })}
      disclosure={disclosure}
      note={note}
      actions={
        <ReportActions
          reportHref={`/api/v1/report?permalink=${frozen.slug}`}
          exports={exports}
          share={share}
        />
      }
      hrefOf={null}
    />
  );
}
