import type { CompareView } from '@basecase/db/types';
import type { ReportState } from '../report-state';
import { type ReportView, toReportView } from '../report-view';
import { workloadHeading, workloadWord } from './workload-family';

/** One workload of the side by side. */
export interface WorkloadReport {
  /** `byrx`, or the label of a workload that is none of the three. */
  name: string;
  heading: string;
  report: ReportView;
}

/** The base is one variant for all workloads: what a workload has not run it cannot be divided by. */
export function toWorkloadReports(views: readonly CompareView[], state: ReportState): WorkloadReport[] {
  const reports = views.map((view) => toReportView(view, state));
  const base = baseSlug(reports, state.base);
  return reports.map((report): WorkloadReport => {
    const { workload } = report.view;
    const own = report.variants.findIndex(({ slug }) => slug === base);
    return {
      name: workloadWord(workload) ?? workload.label,
      heading: workloadHeading(workload),
      report: own === report.base ? report : { ...report, base: own, judged: own < 0 ? null : report.judged },
    };
  });
}

/** The wanted variant; else the first that every workload has; else the first. */
export function baseSlug(reports: readonly ReportView[], wanted: string): string {
  const has = ({ variants }: ReportView, slug: string) => variants.some((variant) => variant.slug === slug);
  if (reports.some((report) => has(report, wanted))) return wanted;
  const slugs = reports.flatMap(({ variants }) => variants.map(({ slug }) => slug));
  return slugs.find((slug) => reports.every((report) => has(report, slug))) ?? slugs[0] ?? '';
}
