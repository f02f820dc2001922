import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { listenLocally } from '../../bootstrap/ports.mjs';
import { randomOf } from '../../fuzz/random';
import { usualOf } from '../loads';
import type { BenchRow } from '../measure';
import { type Load, measureLoads, openBrowser } from '../open-app';

const LOADS = 5;
/** The last cell of its last table. */
const READY = '#details_body tr:last-child td:last-child';

/** A page of the size and kind of ClickBench's in the same browser and run, for ratios that hold on any machine. */
export async function benchPeer(chromium: string): Promise<{ peer: Load; rows: BenchRow[] }> {
  const page = peerPage();
  const packed = gzipSync(page);
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(packed);
  });
  const url = await listenLocally(server);
  const browser = await openBrowser(chromium);
  try {
    const loads = await measureLoads(browser, `${url}/`, { ready: READY, times: LOADS });
    const peer: Load = { ...usualOf(loads), bytes: packed.length };
    const reached = `${peer.lcpMs.toFixed(0)} ms, blocking ${peer.blockingMs.toFixed(0)} ms, ${(packed.length / 1024).toFixed(0)} KB gzip`;
    return {
      peer,
      rows: [
        {
          what: `(p) peer: one page of ${(page.length / 1024).toFixed(0)} KB that makes its tables of ${SHOWN} systems × ${QUERIES} queries by script, largest contentful paint`,
          aim: '–',
          reached,
          met: true,
        },
      ],
    };
  } finally {
    await browser.close();
    server.close();
  }
}

/** As many results as make a page of the size that ClickBench's has. */
const RESULTS = 1040;
/** Those of half of the machines are shown at first. */
const SHOWN = RESULTS / 2;
const QUERIES = 43;
const RUNS = 3;
const TAGS = ['C++', 'Java', 'Rust', 'column-oriented', 'row-oriented', 'embedded', 'managed', 'time-series'];
const MACHINES = ['c6a.4xlarge', 'c6a.metal', 'c8g.4xlarge', 'serverless', 'S', 'M', 'L', 'XL'];
const FIRST_SHOWN = MACHINES.slice(0, MACHINES.length / 2);

interface Entry {
  system: string;
  date: string;
  machine: string;
  cluster_size: number;
  comment: string;
  tags: string[];
  load_time: number;
  data_size: number;
  /** Seconds by query and run; null where the query failed. */
  result: (number | null)[][];
  source: string;
}

/**
 * A page of the size and kind of ClickBench's (https://benchmark.clickhouse.com): one document with all results of several
 * hundred systems as script, whose tables a second script makes in the browser, with its scoring and its sorting. Nothing
 * of that page is copied: the numbers are made up, from a seed.
 */
function peerPage(): string {
  const { int } = randomOf(1);
  const random = () => int(1e6) / 1e6;
  const entries = Array.from({ length: RESULTS }, (_, index) => entryOf(index, random));
  const queries = Array.from(
    { length: QUERIES },
    (_, index) =>
      `SELECT column_${index}, COUNT(*) AS c, AVG(width) FROM hits WHERE counter = ${index} GROUP BY column_${index} ORDER BY c DESC LIMIT 10;`,
  );
  const script = readFileSync(fileURLToPath(new URL('./peer-table.browser.js', import.meta.url)), 'utf8');
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="UTF-8">
<title>A benchmark of many systems</title>
<style>${STYLE}</style>
<script>
const queries = ${JSON.stringify(queries)};
const machines = ${JSON.stringify(FIRST_SHOWN)};
const data = [
${entries.map((entry) => JSON.stringify(entry)).join('\n,')}
];
</script>
</head>
<body>
<h1>A benchmark of many systems</h1>
<table class="selectors">
<tr><th>System: </th><td id="selectors_system"></td></tr>
<tr><th>Type: </th><td id="selectors_type"></td></tr>
<tr><th>Machine: </th><td id="selectors_machine"></td></tr>
<tr><th>Cluster size: </th><td id="selectors_cluster_size"></td></tr>
</table>
<table class="summary"><thead><tr><th>System and machine</th><th colspan="2">Relative time (lower is better)</th></tr></thead>
<tbody id="summary"></tbody></table>
<h2>Detailed comparison</h2>
<table id="details"><thead><tr id="details_head"></tr></thead><tbody id="details_body"></tbody></table>
<script>
${script}
</script>
</body>
</html>
`;
}

function entryOf(index: number, random: () => number): Entry {
  // From fractions of a millisecond to minutes, as databases of all kinds are.
  const speed = 10 ** (3 * random() - 1.5);
  const machine = MACHINES[index % MACHINES.length] ?? '';
  return {
    system: `System ${Math.floor(index / 6)} (variant ${index % 6})`,
    date: `2025-${String(1 + (index % 12)).padStart(2, '0')}-01`,
    machine,
    cluster_size: 1 + (index % 3),
    comment: '',
    tags: TAGS.filter(() => random() < 0.3).concat('SQL'),
    load_time: Math.round(100 + 3000 * random()),
    data_size: Math.round(1e10 * (1 + 9 * random())),
    result: Array.from({ length: QUERIES }, () => {
      const usual = speed * 10 ** (2 * random() - 1);
      if (random() < 0.01) return Array.from({ length: RUNS }, () => null);
      return Array.from({ length: RUNS }, () => Number((usual * (0.9 + 0.2 * random())).toFixed(3)));
    }),
    source: `system-${index}/results/${machine}.json`,
  };
}

const STYLE = `
html, body { color: black; background: white; width: 100%; height: 100%; margin: 0; overflow: auto; box-sizing: border-box; }
body { font-family: sans-serif; padding: 1% 3% 0 3%; }
table { border-spacing: 1px; }
.selectors th { text-align: left; vertical-align: top; white-space: nowrap; padding: 0.5rem 1rem 0 0; }
.selector { display: inline-block; margin-left: 0.1rem; padding: 0.2rem 0.5rem; background: #eee; border: 0.2rem solid white; border-radius: 0.5rem; }
.selector-active { background: #ffcb80; }
#summary tr:nth-child(odd) { background: #f8f8f8; }
.summary-name { white-space: nowrap; text-align: right; padding-right: 1rem; }
.summary-bar-cell { width: 100%; }
.summary-bar { height: 1rem; background: #ffcb80; border-radius: 0 0.2rem 0.2rem 0; }
.summary-number { font-family: monospace; text-align: right; padding-left: 1rem; white-space: nowrap; }
#details th { vertical-align: bottom; white-space: pre; }
#details td { white-space: pre; font-family: monospace; text-align: right; padding: 0.1rem 0.5rem; }
.shadow:hover { box-shadow: 0 0 1rem grey; position: relative; }
.note { position: relative; display: inline-block; }
.tooltip { position: absolute; bottom: calc(100% + 0.5rem); visibility: hidden; background: black; color: white; padding: 0.5rem; width: 40rem; white-space: normal; }
.note:hover .tooltip { visibility: visible; }`;
