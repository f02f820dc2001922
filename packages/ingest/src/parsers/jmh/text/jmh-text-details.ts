import { factDetails } from '../../context/facts';
import { RepeatNames } from '../../micro-benchmark/limits';
import { JmhTextReader } from './jmh-text-reader';

/** Every row of the tables as facts, those of profilers too. */
export const jmhTextDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    return new JmhTextReader({
      version: (value, line) => facts.add({ name: 'JMH version', value, line }),
      threads: (count, line) => facts.add({ name: 'threads', value: String(count), line }),
      benchmark: () => {},
      header: () => {},
      row: ({ name, metric, params, mode, count, score, isRounded, error, unit }, line) => {
        const own = metric === null ? name : `${name}:${metric}`;
        const group = names.next(params === '' ? own : `${own}[${params}]`);
        facts.add({ group, name: 'mode', value: mode, line });
        if (count !== null) facts.add({ group, name: 'count', value: count, line });
        const text = isRounded ? `≈ ${score.text}` : score.text;
        facts.add({ group, name: 'score', value: text, number: score.value, unit, line });
        if (error !== null) facts.add({ group, name: 'error', value: error, unit, line });
      },
      unparsed: () => {},
      failure: () => {},
    });
  });
