import type { CompareView } from '@basecase/db/types';
import { clientsText } from '../text/words';

export interface Fact {
  label: string;
  text: string;
}

const BYTES_PER_GB = 1024 ** 3;

/** What was tested on what: everything that is known, and nothing about what is not. */
export function reportFacts({ server, workload, matrix }: CompareView): Fact[] {
  const { columns } = matrix;
  const facts: Fact[] = [
    { label: 'Server', text: server.cores === null ? server.name : `${server.cores}-core, ${server.name}` },
    { label: 'Hardware', text: hardwareText(server) },
    { label: 'Operating system', text: server.os ?? '' },
    { label: 'Versions', text: versionsText(columns) },
    { label: 'Builds', text: distinct(columns.map(({ flavour }) => flavour)) },
    { label: 'Configs', text: distinct(columns.map(({ config }) => config)) },
    { label: 'Workload', text: workloadText(workload) },
    { label: 'Tests', text: testsText(matrix) },
    { label: 'Figures', text: originText(workload) },
  ];
  return facts.filter(({ text }) => text !== '');
}

function hardwareText({ cpu, memoryBytes, storage }: CompareView['server']): string {
  return [
    cpu,
    memoryBytes === null ? null : `${Math.round(memoryBytes / BYTES_PER_GB)} GB of memory`,
    storage,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** `PostgreSQL 15.18, 16.14, 17.10, 18.4`, product by product. */
function versionsText(columns: CompareView['matrix']['columns']): string {
  const products = new Map<string, Set<string>>();
  for (const { product, version } of columns) {
    products.set(product, (products.get(product) ?? new Set()).add(version));
  }
  return [...products].map(([product, versions]) => `${product} ${[...versions].join(', ')}`).join('; ');
}

function workloadText({ label, details, clients, source, relativeTo }: CompareView['workload']): string {
  const suffix = ` (${source})`;
  const name = source !== null && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
  const own = clientsText(clients);
  // The origin names the base of a published table.
  const others = details.filter((detail) => !relativeTo || !detail.startsWith('relative to'));
  // The details say how many clients there were, where the workload fixes it.
  return [name, ...others, ...(own && !details.includes(own) ? [own] : [])].join(', ');
}

function testsText({ rows, repeats }: CompareView['matrix']): string {
  const most = Math.max(0, ...repeats.flat());
  const tests = `${rows.length} ${rows.length === 1 ? 'test' : 'tests'}`;
  return most > 1 ? `${tests}, up to ${most} results each; the median is shown` : tests;
}

function originText({ origin, source, relativeTo }: CompareView['workload']): string {
  switch (origin) {
    case 'published':
      return [
        source === null ? 'published' : `published in ${source}`,
        ...(relativeTo ? [`as ratios to ${relativeTo.base} only`] : []),
      ].join(', ');
    case 'recorded':
      return 'recorded by this project';
    case 'uploaded':
      return 'uploaded';
  }
}

function distinct(values: readonly (string | null)[]): string {
  return [...new Set(values.filter((value) => value !== null))].join(', ');
}
