import { z } from 'zod';
import { flag, integer, list, maybeNumber, maybeText, number, text, texts } from './fields';

const cell = z.object({
  text: text.describe('As displayed.'),
  note: text,
  level: maybeText.describe('Colour level; null for a plain number.'),
  mark: z.enum(['up', 'dn']).nullable(),
  verdict: text.optional(),
  value: maybeNumber.describe('At full precision; null without a value.'),
});

const head = z.object({
  key: text,
  label: text,
  note: text.describe('The unit, or the config.'),
  starts: flag,
  isBase: flag,
  isWords: flag,
});

const row = z.object({
  key: text,
  name: text,
  note: text,
  isBase: flag,
  isMean: flag,
  cells: z.array(cell).describe('In the order of heads.'),
});

const tick = z.object({ value: number, text });

const chart = z.object({
  description: text,
  places: texts,
  from: number,
  to: number,
  ticks: z.array(tick),
  reference: maybeNumber,
  lines: list({
    label: text,
    points: z.array(z.object({ value: number, level: text }).nullable()),
  }),
});

const tone = z.enum(['plain', 'slower', 'faster']);
const mark = z.object({ x: number, text });

const nights = z.object({
  description: text,
  from: number.describe('Ends of the axis: days since 1970, or places in build order.'),
  to: number,
  ticks: z.array(tick),
  at: z.array(number).describe('Where each night lies.'),
  panels: list({
    title: text.describe('Label of the metric.'),
    hint: text,
    from: number,
    to: number,
    ticks: z.array(tick),
    reference: maybeNumber,
    slower: z.enum(['down', 'up']),
    values: z.array(maybeNumber).describe('Of each night; null without a value.'),
    kinds: z.array(z.enum(['night', 'slower', 'faster', 'maybe-slower', 'maybe-faster', 'outlier'])),
    levels: list({
      from: number,
      to: number,
      value: number,
      low: number.describe('What 95% of its nights lie between.'),
      high: number,
      tone,
    }),
    changes: list({
      x: number,
      before: number,
      after: number,
      low: number,
      high: number,
      tone,
      isSure: flag,
      size: text,
      words: text,
    }),
    ends: list({
      value: number,
      text,
      short: text,
      note: text,
      tone,
      isStrong: flag,
    }),
  }),
  releases: z.array(mark),
  events: z.array(mark),
  picked: list({ letter: z.enum(['A', 'B']), night: integer }),
});

/** A view other than a heatmap: its tables, and its chart. */
export const documentSchema = z.object({
  title: text,
  on: text,
  meta: texts.describe('Origin, server and workload.'),
  sentence: z.object({ strong: text, rest: text }),
  notes: texts,
  chart: chart.nullable(),
  nights: nights.optional().describe('Nights over time, with their levels and changes.'),
  tables: list({
    id: text,
    title: text,
    hint: text,
    corner: text,
    groups: list({ label: text, span: integer }),
    heads: z.array(head),
    sections: list({ label: text, rows: z.array(row) }),
    notes: texts,
  }),
});

/** A report as the blocks and pictures of a post. */
export const postSchema = z.object({
  title: text,
  author: maybeText.describe('Of the permalink; null where it has none.'),
  blocks: list({
    id: text.describe('The same as long as the block means the same.'),
    text: text.describe('Markdown, of blogger HTML; empty of a picture.'),
    picture: z.object({ name: text, alt: text }).optional(),
  }),
  pictures: list({ name: text, data: text.describe('PNG in base64.') }),
});

export type Post = z.infer<typeof postSchema>;
export type DocumentOverHttp = z.infer<typeof documentSchema>;
