import { type FactInput, factDetails } from '../../context/facts';
import { RepeatNames } from '../../micro-benchmark/limits';
import { ElementReader } from './element-reader';

/** Of one benchmark; profilers print up to a hundred metrics. */
const MAX_FACTS_OF_ONE = 500;

type OwnFact = Pick<FactInput, 'name' | 'value' | 'line'>;

/** Every value of each benchmark as a fact: settings, errors, profilers. The iterations are results. */
export const jmhJsonDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    let own: OwnFact[] = [];
    return new ElementReader({
      begin: () => {
        own = [];
      },
      value: (path, value, line) => {
        if (path.some((part) => part.startsWith('rawData')) || own.length >= MAX_FACTS_OF_ONE) return;
        const name = path.filter((part) => part !== '#').join('.');
        own.push({ name, value: String(value), line });
      },
      end: () => {
        const group = names.next(nameOf(own));
        for (const fact of own) {
          if (fact.name !== 'benchmark') facts.add({ group, unit: unitOf(fact.name, own), ...fact });
        }
        own = [];
      },
      broken: () => {},
    });
  });

const textOf = (wanted: string, own: readonly OwnFact[]) => own.find(({ name }) => name === wanted)?.value;

function nameOf(own: readonly OwnFact[]): string {
  const params = own.flatMap(({ name, value }) =>
    name.startsWith('params.') ? [`${name.slice('params.'.length)}=${value}`] : [],
  );
  const name = (textOf('benchmark', own) ?? '') + (params.length > 0 ? `[${params.join(',')}]` : '');
  return `${name} (${textOf('mode', own) ?? ''})`;
}

/** The unit of `primaryMetric.score` is `primaryMetric.scoreUnit`. */
function unitOf(name: string, own: readonly OwnFact[]): string | null {
  const [, metric] = /^(.*)\.score(?:Error|Confidence|Percentiles\..*)?$/.exec(name) ?? [];
  return textOf(`${metric}.scoreUnit`, own) ?? null;
}
