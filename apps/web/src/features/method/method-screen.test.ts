import { DEFAULT_RULE } from '@basecase/analysis';
import { METHOD_TOPICS } from '@basecase/views/url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MethodScreen } from './method-screen';

const html = renderToStaticMarkup(createElement(MethodScreen));

describe('the page of the method', () => {
  it('has every place that other pages link to, once', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    for (const topic of METHOD_TOPICS) expect(ids.filter((id) => id === topic)).toEqual([topic]);
  });

  it('speaks of the constants of the rule that is in force', () => {
    expect(DEFAULT_RULE).toMatchObject({
      q: 0.11,
      big: 0.05,
      delta: 0.03,
      columnMove: 0.025,
      startScale: { dedicated: 2, unknown: 4, virtual: 6, shared: 6 },
      commonMost: 0.025,
      stealMost: 2,
    });
    expect(DEFAULT_RULE).toMatchObject({ gatePart: 0.1, gateMove: 0.15 });
  });

  it('computes from which loss on a change is usually settled, and never less than 3%', () => {
    // 1 - exp(-3.3 × .02) = 6.4%; with three runs 1 - exp(-3.3 × .02 / √3) = 3.7%.
    const row = /2\.0%<\/th>(.*?)<\/tr>/.exec(html)?.[1] ?? '';
    expect([...row.matchAll(/([\d.]+)%/g)].map(([, text]) => text)).toEqual(['6.4', '4.6', '3.7', '3.0']);
  });

  it('never claims a cause', () => {
    expect(html).not.toMatch(/caused by/i);
  });
});
