import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/*
 * Rows of these tables are keyed by their heatmap, and may lie anywhere: a statement that does not name it asks every
 * place there is. So the SQL of this package is read, and what names no heatmap is on a list, with the reason.
 */

const TABLES = [
  'runs',
  'server_readings',
  'run_uploads',
  'results',
  'measurements',
  'noise_exclusions',
  'regressions',
  'regression_events',
  'series',
];

const SRC = path.join(import.meta.dirname, '..');

/** Tables that a file reads without their heatmap, and why it has to. */
const EVERYWHERE: Record<string, string> = {
  'backup/write-backup.ts: runs': 'a snapshot is taken on every node that has rows of any heatmap',
  'epochs/write-runs.ts: noise_exclusions': 'the other run of a pair may count in another heatmap by now',
  'queries/list-runs.ts: runs': 'the newest runs of all heatmaps',
  'queries/search/list-found.ts: runs': 'uploads by what was measured, in whichever heatmap',
  'queries/search/list-found.ts: regressions': 'records of all heatmaps by their words',
  'queries/search/read-catalog.ts: regressions': 'how many records there are',
  'queries/series/list-series-lines.ts: runs': 'the lines of nights of all heatmaps',
  'queries/uploads/list-uploads.ts: runs': 'uploads by labels of their runs, in whichever heatmap',
  'queries/uploads/upload-campaign.ts: runs': 'the names of campaigns, which forms offer',
  'regressions/commit-ranges.ts: runs': 'neighbouring builds of all heatmaps, whose commits are asked for',
  'regressions/commit-ranges.ts: regressions': 'the two builds of the records of all heatmaps',
  'regressions/events/list-events.ts: series': 'nights of the events of all heatmaps',
  'regressions/noise/false-alarms.ts: regressions': 'flags of all heatmaps, by server',
  'regressions/list-regressions.ts: regressions': 'the list of the records of all heatmaps, and its filters',
  'regressions/list/record-list.ts: regressions': 'how many records there are, which tells whether some went',
  'regressions/record-page/read-stop-detail.ts: runs':
    'those of the uploads of a column, which may be of other heatmaps',
  'regressions/record-page/release-parts.ts: runs': 'the same versions in all other heatmaps',
  'regressions/record-page/nights/list-nights-elsewhere.ts: series': 'the same line in all other heatmaps',
  'regressions/record-page/get-regression.ts: regressions':
    'records of one suspected cause, wherever they are',
  'retention/list-nights.ts: noise_exclusions': 'exclusions of single runs, of which there are few',
  'retention/thin-heatmap.ts: regressions': 'what records of all heatmaps rest on',
};

/** The string literals of a file; an inserted value is written as `$`, and is a separate literal if it is one. */
function literalsOf(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  const template = (): string => {
    let literal = '';
    for (at += 1; at < text.length && text[at] !== '`'; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text.startsWith('${', at)) {
        at += 2;
        code('}');
        literal += '$';
      } else literal += text[at];
    }
    return literal;
  };
  const quoted = (quote: string): string => {
    const start = at + 1;
    for (at += 1; at < text.length && text[at] !== quote && text[at] !== '\n'; at += 1)
      if (text[at] === '\\') at += 1;
    return text.slice(start, at);
  };
  const code = (end: string): void => {
    for (let depth = 0; at < text.length; at += 1) {
      const char = text[at] ?? '';
      if (text.startsWith('//', at)) at = `${text}\n`.indexOf('\n', at);
      else if (text.startsWith('/*', at)) at = text.indexOf('*/', at + 2) + 1;
      else if (char === '`') found.push(template());
      else if (char === "'" || char === '"') found.push(quoted(char));
      else if (char === '{') depth += 1;
      else if (char === end && depth === 0) return;
      else if (char === '}') depth -= 1;
    }
  };
  code('\0');
  return found;
}

const REFERENCE = new RegExp(
  `\\b(?:FROM|JOIN|UPDATE|INTO|USING|FROM [a-z_]+ AS [a-z]+,|FROM [a-z]+,)\\s+(${TABLES.join('|')})\\b(?!\\.)(?:\\s+(?:AS\\s+)?(?!ON|WHERE|JOIN|USING|SET|LEFT|CROSS|ORDER|GROUP|SELECT)([a-z_]+)\\b)?`,
  'g',
);

/** The rest of the query that a reference is in: to the bracket that ends it. */
function restOf(sql: string, start: number): string {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')' && --depth < 0) return sql.slice(start, at);
  }
  return sql.slice(start);
}

/** The tables that a statement, or a part of one, reads or writes without naming the heatmap. */
function nameless(sql: string): string[] {
  return [...sql.matchAll(REFERENCE)].flatMap((found) => {
    const [whole, table = '', alias = table] = found;
    const rest = restOf(sql, found.index + whole.length);
    const named = new RegExp(
      `^\\s*\\(heatmap_id\\b|\\b${alias}\\.heatmap_id\\b|^\\s*USING \\(heatmap_id\\b|(?<![.\\w"])heatmap_id (?:=|IN)|= heatmap_id\\b|USING \\(heatmap_id\\b`,
    );
    // Others than one are everywhere.
    return named.test(rest) && !rest.includes(`${alias}.heatmap_id <>`) ? [] : [table];
  });
}

function sources(): { file: string; text: string }[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|generated)\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));
}

it('every statement names the heatmap of what it reads and writes, or is on the list', () => {
  const found = sources().flatMap(({ file, text }) =>
    literalsOf(text).flatMap((sql) => nameless(sql).map((table) => `${file}: ${table}`)),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(EVERYWHERE).sort());
});

it('the client library names it as well', () => {
  const asked = sources().flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /prisma\.(run|result|measurement|noiseExclusion|regression\w*|series|runUpload|serverReading)\.\w+\(/g,
      ),
    ].flatMap(({ index, 1: model }) =>
      /where:\s*\{\s*(?:id_)?heatmapId/.test(text.slice(index, index + 200)) ? [] : [`${file}: ${model}`],
    ),
  );
  expect(asked).toEqual([]);
});

it('finds what it looks for', () => {
  expect(nameless('SELECT 1 FROM runs WHERE id = $1')).toEqual(['runs']);
  expect(nameless('SELECT 1 FROM runs WHERE heatmap_id = $1')).toEqual([]);
  expect(nameless('SELECT 1 FROM runs JOIN results ON run_id = runs.id WHERE runs.heatmap_id = $1')).toEqual([
    'results',
  ]);
  expect(
    nameless('SELECT 1 FROM x WHERE EXISTS (SELECT FROM runs WHERE id = x.id) AND heatmap_id = $1'),
  ).toEqual(['runs']);
  expect(nameless('SELECT 1 FROM own JOIN runs AS others ON others.heatmap_id <> own.heatmap_id')).toEqual([
    'runs',
  ]);
  expect(nameless('DELETE FROM results AS r WHERE r.run_id = $1')).toEqual(['results']);
  expect(nameless('INSERT INTO runs (id) VALUES ($1)')).toEqual(['runs']);
  expect(nameless('INSERT INTO runs (heatmap_id, id) VALUES ($1, $2)')).toEqual([]);
  expect(literalsOf(['const a = `b $', '{c ? `d $', "{'e'}` : f} g`; // `h`"].join(''))).toEqual([
    'e',
    'd $',
    'b $ g',
  ]);
});
