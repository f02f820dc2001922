import { describe, expect, it } from 'vitest';
import { namingModel, pathPieces, patternPieces, renameFields } from './naming';

const PATTERN = 'res-kernel-{_}/{product}{version}/BP{config.buffer_pool}/thr{clients}/res.txt';

const question = {
  text: '6 experiments share this cell. What distinguishes them?',
  clients: 16,
  unit: 'queries/s',
  count: 6,
  values: [47842, 60000, 128819],
  parts: [{ values: ['4.9.62-21.56', '4.9.76-3.78'], suggestion: 'config.kernel', token: 0 }],
};

const naming = { pattern: PATTERN, isLayout: false, unmatched: [], questions: [question] };

describe('a pattern', () => {
  it('has fields with a place and a hue each, and text between them', () => {
    const pieces = patternPieces(PATTERN);
    expect(pieces.map(({ text }) => text).join('')).toBe(PATTERN);
    expect(pieces.flatMap(({ token, field, hue }) => (token === null ? [] : [[token, field, hue]]))).toEqual([
      [0, '_', 'part-6'],
      [1, 'product', 'part-1'],
      [2, 'version', 'part-2'],
      [3, 'config.buffer_pool', 'part-5'],
      [4, 'clients', 'part-4'],
    ]);
  });

  it('is renamed in some places, and stays as it is in the others', () => {
    const fields = new Map([
      [0, 'config.kernel'],
      [3, 'config'],
    ]);
    expect(renameFields(PATTERN, fields)).toBe(
      'res-kernel-{config.kernel}/{product}{version}/BP{config}/thr{clients}/res.txt',
    );
    expect(renameFields('*/{test}.log', new Map([[0, 'version']]))).toBe('{version}/{test}.log');
  });
});

describe('a question about paths', () => {
  it('names the experiments, the range of their results and the reason why nothing can be added', () => {
    const model = namingModel(naming, ['1']);
    expect(model.problem).toBe('1 part has no name yet');
    expect(model.questions).toMatchObject([
      {
        title: 'Stop: 6 different experiments would be joined as repeats of one',
        text: "6 experiments share this cell. What distinguishes them? At 16 clients their results go from 47\u202f842 to 128\u202f819 queries/s; repeats of one experiment don't differ by 2.7 times.",
        use: 'Use the suggestion',
        parts: [{ text: '4.9.62-21.56 and 4.9.76-3.78', token: 0 }],
      },
    ]);
    expect(model.pieces.filter(({ isOpen }) => isOpen).map(({ token }) => token)).toEqual([0]);
  });

  it('is not open once it is answered', () => {
    const { problem, pieces } = namingModel({ ...naming, isLayout: true, questions: [] }, ['1']);
    expect([problem, pieces.some(({ isOpen }) => isOpen)]).toEqual(['', false]);
  });

  it('does not doubt a ratio that repeats may have, and gives no range without results', () => {
    const text = (values: number[]) =>
      namingModel({ ...naming, questions: [{ ...question, values }] }, []).questions[0]?.text;
    expect(text([0.00429, 0.0045])).toMatch(/go from 0\.00429 to 0\.0045 queries\/s\.$/);
    expect(text([])).toBe(question.text);
  });
});

describe('a path', () => {
  it('is cut into its named parts and the text between them', () => {
    const path = 'mysql57/thr16/res.txt';
    const parts = [
      { start: 0, end: 5, token: 1, isOpen: false },
      { start: 5, end: 7, token: 2, isOpen: true },
      { start: 11, end: 13, token: 4, isOpen: false },
    ];
    expect(pathPieces(path, parts, PATTERN).map(({ text, field, isOpen }) => [text, field, isOpen])).toEqual([
      ['mysql', 'product', false],
      ['57', 'version', true],
      ['/thr', '', false],
      ['16', 'clients', false],
      ['/res.txt', '', false],
    ]);
  });

  it('has no parts behind the directory that it is cut at', () => {
    const parts = [{ start: 11, end: 13, token: 4, isOpen: false }];
    expect(pathPieces('mysql57/', parts, PATTERN).map(({ text }) => text)).toEqual(['mysql57/']);
  });
});
