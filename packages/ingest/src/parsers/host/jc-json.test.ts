import { expect, it } from 'vitest';
import { parseBytes } from '../../testing/parse-bytes';

it.each([
  '[{"runnable_procs":0,"uninterruptible_sleeping_procs":0,"virtual_mem_used":0}]',
  '[{"percent_user":11.66,"percent_nice":3.51,"type":"cpu"},{"device":"sda","tps":0.05,"type":"device"}]',
  '[\n  {\n    "percent_user": 11.66\n  }\n]',
  '{"runnable_procs":0,"uninterruptible_sleeping_procs":0}\n{"runnable_procs":1}\n',
  '[{"device":"sda","tps":0.05,"kb_read_s":0.16,"type":"device"}]',
])('keeps what jc made of a log: %s', async (text) => {
  const { artifact, log } = await parseBytes('vmstat.json', Buffer.from(text));
  expect([artifact.kind, artifact.status, log]).toEqual(['jc-json', 'kept', null]);
});
