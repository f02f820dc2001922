/** Runs in the saved page, without anything else: it filters the tables, and draws the first one against another base. */
export const SINGLE_FILE_SCRIPT = `'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
const make = (name, text, className) => {
  const node = document.createElement(name);
  node.textContent = text;
  if (className) node.className = className;
  return node;
};
const named = (node, scope) => { node.scope = scope; return node; };
function draw({ sentence, heads, groups }) {
  at('sentence').textContent = sentence;
  const table = at('table');
  const head = table.tHead.rows[table.tHead.rows.length - 1];
  head.replaceChildren(named(make('th', 'Test'), 'col'), ...heads.map(({ name, detail, isBase }) => {
    const cell = named(make('th', '', isBase ? 'base' : ''), 'col');
    cell.append(make('b', name), make('small', detail));
    return cell;
  }));
  for (const body of [...table.tBodies]) body.remove();
  for (const { label, rows } of groups) {
    const body = table.createTBody();
    if (label) {
      const row = body.insertRow();
      row.className = 'group';
      const cell = named(make('th', label), 'colgroup');
      cell.colSpan = heads.length + 1;
      row.append(cell);
    }
    for (const { test, note, cells } of rows) {
      const row = body.insertRow();
      const name = named(make('th', test + ' '), 'row');
      name.append(make('small', note));
      row.append(name, ...cells.map((index) => {
        const [text, className, word] = data.cells[index];
        const cell = make('td', text, className);
        if (word) cell.append(make('i', ' ' + word));
        return cell;
      }));
    }
  }
}
function filter() {
  const words = at('filter').value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  let all = 0;
  for (const body of document.querySelectorAll('tbody')) {
    let own = 0;
    for (const row of body.rows) {
      if (row.className === 'group') continue;
      const name = row.cells[0].textContent.toLowerCase();
      const isShown = words.every((word) =>
        word.length > 1 && word[0] === '-' ? !name.includes(word.slice(1)) : name.includes(word));
      row.hidden = !isShown;
      own += isShown ? 1 : 0;
      all += 1;
    }
    body.hidden = own === 0;
    shown += own;
  }
  at('shown').textContent = words.length === 0 ? '' : shown + ' of ' + all + ' rows';
}
at('tools').hidden = false;
at('tools').addEventListener('submit', (event) => event.preventDefault());
at('filter').addEventListener('input', filter);
at('base')?.addEventListener('change', ({ target }) => {
  draw(data.bases[Number(target.value)]);
  filter();
});
`;
