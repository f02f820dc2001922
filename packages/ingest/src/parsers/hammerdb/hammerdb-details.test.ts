import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import { visitLines } from '../../files/line-blocks';
import { openDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';

function details(name: string) {
  const bytes = readFixture(name);
  const detection = detect(toSample(name, bytes));
  const session = detection.outcome === 'claimed' ? openDetails(detection.parser, name) : null;
  if (!session) throw new Error(`no details of ${name}`);
  visitLines(bytes, 1, session);
  return session.end();
}

describe('details of hammerdb', () => {
  it('has the transaction counter by its times, over the end of a year', () => {
    expect(details('made-hdbtcount.log').series).toEqual([
      {
        id: 'tpm',
        label: 'TPM',
        unit: 'transactions/min',
        of: null,
        seconds: [0, 10, 21],
        values: [0, 388_500, 391_200],
        lines: [3, 4, 5],
      },
    ]);
  });

  it('takes the times that jobs print over samples without one', () => {
    const [series, ...others] = details('made-hammerdb-v6-build-run-jobs.txt').series;
    expect(others).toEqual([]);
    expect(series).toMatchObject({ seconds: [0, 10, 21], values: [0, 30_000, 29_400], lines: [65, 66, 67] });
  });

  it('has the times of each transaction type in seconds, and what clients counted', () => {
    const { facts } = details('made-hammerdb-v6-build-run-jobs.txt');
    const find = (group: string, name: string) =>
      facts.find((fact) => fact.group === group && fact.name === name);
    expect(find('SLEV', 'p95_ms')).toMatchObject({ value: '4.215', number: 0.004215, unit: 's', line: 59 });
    expect(find('NEWORD', 'calls')).toMatchObject({ number: 64_085, unit: null });
    expect(find('client side TPM', 'neworder')).toMatchObject({ number: 12_820, line: 33 });
  });

  it('has a time profile of all users and of each', () => {
    const { facts } = details('made-hdbxtprofile.log');
    const shown = facts.filter(({ name }) => name === 'avg_ms').map(({ group, number }) => [group, number]);
    expect(shown).toEqual([
      ['NEWORD', 0.009236],
      ['PAYMENT', 0.006989],
      ['NEWORD, virtual user 2', 0.009169],
    ]);
  });

  it('has samples of a second from shifted columns', () => {
    expect(details('made-percona-nopm-samples.csv').series).toMatchObject([
      {
        id: 'throughput',
        unit: 'NOPM',
        seconds: [0, 1, 3],
        values: [11_900, 12_020, 12_080],
        lines: [2, 3, 4],
      },
    ]);
  });
});
