import { factDetails } from '../context/facts';
import { RepeatNames } from '../micro-benchmark/limits';
import { PACKAGE_MARK } from './about';
import { GoBenchReader } from './go-bench-reader';

/** Group of the facts about the log itself. */
export const SETTINGS_GROUP = 'settings';

/** Every value of each benchmark as a fact, including custom units, and the settings. */
export const goBenchDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    return new GoBenchReader({
      result: ({ name, iterations, values }, { pkg }, line) => {
        const group = names.next(pkg === null ? name : `${pkg}${PACKAGE_MARK}${name}`);
        facts.add({ group, name: 'iterations', value: String(iterations), line });
        for (const { text, value, unit } of values)
          facts.add({ group, name: unit, value: text, number: value, unit, line });
      },
      setting: (name, value, line) => facts.add({ group: SETTINGS_GROUP, name, value, line }),
    });
  });
