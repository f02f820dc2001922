'use client';

import type { ComponentProps } from 'react';
import { PrintParts, PublishMenu, ReportCopies } from '../features/report/report-copies';
import { ExportMenu } from '../features/share/export-menu';
import { Share } from '../features/share/share';
import type { ShareProps } from '../features/share/share-body';
import { Island } from './island';

interface Props {
  reportHref: string;
  exports: ComponentProps<typeof ExportMenu>;
  share: ShareProps;
}

/** What is done with a report; the report itself is only read. */
export function ReportActions({ reportHref, exports, share }: Props) {
  return (
    <>
      <ReportCopies reportHref={reportHref} />
      <PublishMenu reportHref={reportHref} />
      <ExportMenu {...exports} />
      <Share {...share} />
      <PrintParts />
    </>
  );
}

export function ReportIsland(props: Props) {
  return <Island name="report" screen={ReportActions} given={props} />;
}
