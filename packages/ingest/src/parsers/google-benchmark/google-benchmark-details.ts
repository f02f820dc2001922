import { factDetails } from '../context/facts';
import { RepeatNames } from '../micro-benchmark/limits';
import { RowReader } from './row-reader';

const TIMES = new Set(['real_time', 'cpu_time']);

/** Every value of the context and of each row as a fact: aggregates, counters and labels too, which have no metric. */
export const googleBenchmarkDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    return new RowReader({
      context: (name, { value, line }) => facts.add({ group: 'context', name, value: String(value), line }),
      row: (fields) => {
        const group = names.next(String(fields.get('name')?.value ?? ''));
        const unit = String(fields.get('time_unit')?.value ?? 'ns');
        for (const [name, { value, line }] of fields) {
          if (name === 'name') continue;
          facts.add({ group, name, value: String(value), unit: TIMES.has(name) ? unit : null, line });
        }
      },
      broken: () => {},
    });
  });
