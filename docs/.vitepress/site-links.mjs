import path from 'node:path';

const docs = path.resolve(import.meta.dirname, '..');
const root = path.dirname(docs);

/** Documents outside docs/ that are pages of the site, under /project/. */
export const OUTSIDE = {
  architecture: 'ARCHITECTURE.md',
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  glossary: 'GLOSSARY.md',
  ingest: 'packages/ingest/README.md',
  published: 'data/published/README.md',
  samples: 'samples/README.md',
  security: 'SECURITY.md',
};

/** Points relative links at pages of the site. A link to code is shown as plain text, because the site has no code. */
export function siteLinks(md) {
  md.core.ruler.after('inline', 'site-links', ({ tokens, env }) => {
    const name = /^project\/([a-z]+)\.md$/.exec(env.relativePath)?.[1];
    const file = name ? path.join(root, OUTSIDE[name]) : path.join(docs, env.relativePath);
    for (const { children } of tokens) {
      const opened = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = siteLink(token.attrGet('href'), path.dirname(file));
          opened.push(href !== null);
          if (href === null) hide(token);
          else token.attrSet('href', href);
        }
        if (token.type === 'link_close' && !opened.pop()) hide(token);
      }
    }
  });
}

function hide(token) {
  token.type = 'text';
  token.content = '';
  token.tag = '';
  token.nesting = 0;
}

/**
 * @param {string} href of a link
 * @param {string} folder of the document that has it
 * @returns {string | null} null: no page of the site
 */
function siteLink(href, folder) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [name, anchor] = href.split('#');
  const target = path.resolve(folder, decodeURI(name));
  const page = Object.entries(OUTSIDE).find(([, file]) => path.join(root, file) === target)?.[0];
  const within = path.relative(docs, target);
  if (page === undefined && (within.startsWith('..') || !within.endsWith('.md'))) return null;
  return `/${page ? `project/${page}.md` : within}${anchor === undefined ? '' : `#${anchor}`}`;
}
