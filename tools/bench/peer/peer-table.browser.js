// Runs in the page that bench-peer.ts makes: `data`, `queries` and `machines`, those shown at first, are constants of the
// script before it. Written as such
// pages are: one global state, and all tables made anew by the DOM's own calls.

const TIME_ADDED = 0.01;
const MISSING_PENALTY = 2;
const MISSING_TIME = 300;
const selected = { system: {}, type: {}, machine: {}, cluster_size: {} };

function select(id, kind, values, isSelected = () => true) {
  const place = document.getElementById(id);
  for (const value of values) {
    const link = document.createElement('a');
    selected[kind][value] = isSelected(value);
    link.className = selected[kind][value] ? 'selector selector-active' : 'selector';
    link.appendChild(document.createTextNode(value));
    link.addEventListener('click', () => {
      selected[kind][value] = !selected[kind][value];
      link.className = selected[kind][value] ? 'selector selector-active' : 'selector';
      render();
    });
    place.appendChild(link);
  }
}

/** The better of the second and the third run. */
function hot(runs) {
  return runs[1] !== null && runs[2] !== null ? Math.min(runs[1], runs[2]) : null;
}

function cellOf(row, text, ratio) {
  const cell = document.createElement('td');
  cell.appendChild(document.createTextNode(text));
  colour(cell, ratio);
  row.appendChild(cell);
}

/** Green up to the best, yellow up to twice of it, red up to ten times, then black. */
function colour(cell, ratio) {
  let [red, green] = [0, 0];
  if (ratio !== null) {
    if (ratio <= 1) green = 255;
    else if (ratio <= 2) [red, green] = [(ratio - 1) * 255, 255];
    else if (ratio <= 10) [red, green] = [255, ((10 - ratio) / 8) * 255];
    else red = (1 - (ratio - 10) / (ratio + 990)) * 255;
  }
  cell.style.backgroundColor = `rgb(${red}, ${green}, 0)`;
  cell.style.color = ratio === null || ratio > 10 ? 'white' : 'black';
  if (ratio === 1) cell.style.fontWeight = 'bold';
}

/** Of each system the geometric mean of its ratios to the best; sorted by it. */
function renderSummary(shown) {
  const table = document.getElementById('summary');
  table.replaceChildren();
  const best = queries.map((_, query) =>
    [0, 1, 2].map((run) => Math.min(...shown.map(({ result }) => result[query][run]).filter((time) => time))),
  );
  const means = shown.map(({ result }) => {
    const worst = MISSING_PENALTY * Math.max(MISSING_TIME, ...result.map((runs) => hot(runs)));
    const logs = result.map((runs, query) =>
      Math.log((TIME_ADDED + (hot(runs) ?? worst)) / (TIME_ADDED + hot(best[query]))),
    );
    return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  });
  const order = [...means.keys()].sort((a, b) => means[a] - means[b]);
  const largest = means[order.at(-1)];
  for (const index of order) {
    const { system, machine, source } = shown[index];
    const row = document.createElement('tr');
    const name = document.createElement('td');
    name.className = 'summary-name';
    const link = document.createElement('a');
    link.href = `https://example.com/${source}`;
    link.appendChild(document.createTextNode(`${system} (${machine})`));
    name.append(link, ': ');
    const bars = document.createElement('td');
    bars.className = 'summary-bar-cell';
    const bar = document.createElement('div');
    bar.className = 'summary-bar';
    bar.style.width = `${(means[index] / largest) * 100}%`;
    bars.appendChild(bar);
    const number = document.createElement('td');
    number.className = 'summary-number';
    number.appendChild(document.createTextNode(`×${means[index].toFixed(2)}`));
    row.append(name, bars, number);
    table.appendChild(row);
  }
  return { order, best };
}

/** A row of one figure of all systems, with its ratio to the smallest. */
function figureRow(body, { title, order, shown, of, text }) {
  const row = document.createElement('tr');
  row.className = 'shadow';
  const head = document.createElement('td');
  head.appendChild(document.createTextNode(title));
  row.appendChild(head);
  for (const index of order) {
    const smallest = Math.min(...shown.map(of).filter((value) => value));
    const ratio = of(shown[index]) / smallest;
    cellOf(row, `${text(of(shown[index]))} (×${ratio.toFixed(2)})`, ratio);
  }
  body.appendChild(row);
}

function render() {
  const shown = data.filter(
    ({ system, machine, cluster_size, tags }) =>
      selected.system[system] &&
      selected.machine[machine] &&
      selected.cluster_size[cluster_size] &&
      tags.some((tag) => selected.type[tag]),
  );
  const head = document.getElementById('details_head');
  const body = document.getElementById('details_body');
  head.replaceChildren(document.createElement('th'));
  body.replaceChildren();
  if (shown.length === 0) return;
  const { order, best } = renderSummary(shown);
  for (const index of order) {
    const name = document.createElement('th');
    name.appendChild(document.createTextNode(`${shown[index].system}\n(${shown[index].machine})`));
    head.appendChild(name);
  }
  figureRow(body, {
    title: 'Load time: ',
    ...{ order, shown, of: ({ load_time }) => load_time, text: (value) => `${Math.round(value)}s` },
  });
  figureRow(body, {
    title: 'Data size: ',
    ...{
      order,
      shown,
      of: ({ data_size }) => data_size,
      text: (value) => `${(value / 1024 ** 3).toFixed(2)} GiB`,
    },
  });
  for (const [query, words] of queries.entries()) {
    const row = document.createElement('tr');
    row.className = 'shadow';
    const name = document.createElement('td');
    name.className = 'note';
    name.appendChild(document.createTextNode(`Q${query}. `));
    const tooltip = document.createElement('span');
    tooltip.className = 'tooltip';
    tooltip.appendChild(document.createTextNode(`Query ${query}: ${words}`));
    name.appendChild(tooltip);
    row.appendChild(name);
    for (const index of order) {
      const own = hot(shown[index].result[query]);
      const ratio = own === null ? null : (TIME_ADDED + own) / (TIME_ADDED + hot(best[query]));
      cellOf(row, own === null ? '☠' : `${own.toFixed(2)}s (×${ratio.toFixed(2)})`, ratio);
    }
    body.appendChild(row);
  }
}

select('selectors_system', 'system', new Set(data.map(({ system }) => system)));
select('selectors_type', 'type', new Set(data.flatMap(({ tags }) => tags)));
select('selectors_machine', 'machine', new Set(data.map(({ machine }) => machine)), (name) =>
  machines.includes(name),
);
select('selectors_cluster_size', 'cluster_size', new Set(data.map(({ cluster_size }) => cluster_size)));
render();
