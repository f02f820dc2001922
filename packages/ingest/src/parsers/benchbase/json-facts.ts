import { factDetails } from '../context/facts';
import { JsonDocuments } from '../json-documents';

/** Every value of a JSON text as a fact: its key, and the keys around it as the group. `null` is a value as printed. */
export const jsonFacts = () =>
  factDetails(
    (facts) =>
      new JsonDocuments({
        open: () => {},
        close: () => {},
        value: (path, value, line) => {
          const keys = path.filter((key) => key !== '#');
          const group = keys.length > 1 ? keys.slice(0, -1).join('.') : null;
          facts.add({ group, name: keys.at(-1) ?? '', value: String(value), line });
        },
        documentEnd: () => {},
        broken: () => {},
      }),
  );
