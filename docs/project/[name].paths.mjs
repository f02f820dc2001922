import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OUTSIDE } from '../.vitepress/site-links.mjs';

export default {
  paths: () =>
    Object.entries(OUTSIDE).map(([name, file]) => ({
      params: { name },
      content: readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'),
    })),
};
