import type { ReportTable } from '@basecase/views/benchmarks';
import { DocumentTableView } from '../../ui/table/document-table';

/** The same workload at all its numbers of clients, as its own page shows it. */
export interface HeatmapSweep {
  /** Of that page, which has curves and all numbers. */
  href: string;
  /** `1, 8, 32 and 96 clients`, `11 client counts from 1 to 48`. */
  clients: string;
  sentence: { strong: string; rest: string };
  /** Versions × clients of one test, or tests × clients. */
  table: ReportTable;
}

/** A heatmap of more tests is the view, and the clients are an addition to it. */
const FEW_TESTS = 3;

interface Props {
  sweep: HeatmapSweep;
  /** Rows of the heatmap. */
  tests: number;
}

/** The finding over all numbers of clients, and its matrix: a heatmap of one of them has a row for each test alone. */
export function SweepSection({ sweep: { href, clients, sentence, table }, tests }: Props) {
  const { rows, ...rest } = table;
  return (
    <details className="heatmap-sweep" open={tests <= FEW_TESTS}>
      <summary>
        <span className="dim">At {clients}:</span> <strong>{sentence.strong}</strong>
        {sentence.rest}
      </summary>
      <p>
        <a href={href}>Curves and all numbers, by clients</a>
      </p>
      <DocumentTableView table={{ ...rest, sections: [{ label: '', rows }] }} />
    </details>
  );
}
