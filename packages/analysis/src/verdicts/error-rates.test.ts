import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_RATES, MEASURED_RATES, measuredTable } from './error-rates';
import { RULE_VERSION } from './rule';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** `0.27, 67, 89 and 92% of changes of 5, 7 and 10%`: the figures, without the sizes of the changes. */
const figuresOf = ({ falseFlags, found }: { falseFlags: string; found: string }) => [
  falseFlags.replace('%', ''),
  ...(found.split(' of ')[0]?.match(/\d+/g) ?? []),
];

describe('the measured table', () => {
  it('is of the rule in force: a newer one has to be measured by npm run verdicts', () => {
    expect(MEASURED_RATES.ruleVersion).toBe(RULE_VERSION);
  });

  it('is the one of docs/method.md §7, line by line', () => {
    const text = read('docs/method.md');
    const section = /<!-- measured by npm run verdicts -->\n([\s\S]*?)<!-- end/.exec(text)?.[1] ?? '';
    const lines = section.trim().split('\n').slice(2);
    expect(lines).toEqual(measuredTable().map((cells) => `| ${cells.join(' | ')} |`));
    expect(lines.length).toBeGreaterThan(20);
    expect(text).toContain(`**Of this rule (version ${RULE_VERSION})**`);
  });

  it('meets what is wanted of the rule on the data of others, where it can', () => {
    const { rates } = MEASURED_RATES;
    const foundOf = (name: keyof typeof rates, size: number) =>
      rates[name].found.find(([own]) => own === size)?.[1] ?? 0;
    for (const runs of [6, 8, 12, 20] as const) {
      expect(foundOf(`simulated ${runs}`, 0.1)).toBeGreaterThanOrEqual(97);
      expect(rates[`simulated ${runs}`].falseFlags).toBeLessThanOrEqual(0.05);
    }
    expect(rates['cloud 8'].falseFlags).toBeLessThanOrEqual(0.05);
    expect(foundOf('cloud 8', 0.2)).toBeGreaterThanOrEqual(36);
    expect(rates['series end'].falseFlags).toBeLessThanOrEqual(0.03);
    expect(rates['series ever'].falseFlags).toBeLessThanOrEqual(0.03);
    expect(rates.tcpd.f1).toBeGreaterThanOrEqual(0.75);
    expect(rates.recorder.falseFlags).toBeLessThanOrEqual(0.002);
    expect(rates.recorder.rounds?.[0]).toBeLessThanOrEqual(0.65);
    const [dedicated = 0, unknown = 0] = rates.claims.claims ?? [];
    expect(dedicated).toBeGreaterThanOrEqual(19);
    expect(unknown).toBeGreaterThanOrEqual(12);
  });
});

describe('the figures that pages and commands print', () => {
  it('are those of the table', () => {
    const { tpch } = MEASURED_RATES.rates;
    expect(figuresOf(ERROR_RATES.dedicated)).toEqual([
      String(tpch.falseFlags),
      ...tpch.found.slice(0, 3).map(([, percent]) => String(percent)),
    ]);
  });

  it('are those of the README', () => {
    const claim = /\*\*Few false alarms\.\*\*[\s\S]*?\n- /.exec(read('README.md'))?.[0] ?? '';
    for (const name of ['dedicated', 'others', 'series'] as const)
      expect(claim, name).toContain(ERROR_RATES[name].falseFlags);
  });
});
