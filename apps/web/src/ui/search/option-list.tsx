import { useEffect, useRef } from 'react';
import type { Option, OptionGroup } from './options';
import { ResultRow } from './result-row';

interface Props {
  groups: readonly OptionGroup[];
  /** Place of the chosen option over all groups. */
  chosen: number;
  onOpen: (option: Option, isNewTab: boolean) => void;
  onPoint: (place: number) => void;
}

/** The options of the search by kind. The field has the focus and names the chosen option. */
export function OptionList({ groups, chosen, onOpen, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#search-option-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { options }) => sum + options.length, 0),
  );
  return (
    <div ref={list} className="search-options" role="listbox" id="search-options" aria-label="Results">
      {groups.map(({ label, note, options }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options.
        <div key={label} role="group" aria-label={label}>
          <div className="search-group" aria-hidden="true">
            {label} <span>{note}</span>
          </div>
          {options.map((option, place) => (
            <OptionRow
              key={option.href + (option.result?.kind ?? option.kind)}
              option={option}
              place={(starts[index] ?? 0) + place}
              isChosen={(starts[index] ?? 0) + place === chosen}
              onOpen={onOpen}
              onPoint={onPoint}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowProps extends Pick<Props, 'onOpen' | 'onPoint'> {
  option: Option;
  place: number;
  isChosen: boolean;
}

function OptionRow({ option, place, isChosen, onOpen, onPoint }: RowProps) {
  const { result, kind, title, detail, keys } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field, which has the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen option.
    <div
      role="option"
      id={`search-option-${place}`}
      className={isChosen ? 'result on' : 'result'}
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : () => onPoint(place)}
      onClick={(event) => onOpen(option, event.ctrlKey || event.metaKey)}
    >
      {result ? (
        <ResultRow result={result} wrap={(text) => text} />
      ) : (
        <>
          <span className="result-kind">{kind}</span>
          <span className="result-main">
            <span>{title}</span>
            {detail === '' ? null : <small>{detail}</small>}
          </span>
          <span className="result-end">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        </>
      )}
    </div>
  );
}
