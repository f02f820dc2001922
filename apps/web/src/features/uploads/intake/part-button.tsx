interface Props {
  piece: { text: string; field: string; hue: string; isOpen: boolean };
  onPick: () => void;
}

/** A named part of a path or a pattern: a click changes its name in all rows. */
export function PartButton({ piece: { text, field, hue, isOpen }, onPick }: Props) {
  const name = isOpen ? 'no name yet' : field === '_' ? 'not used' : field;
  return (
    <button
      type="button"
      className={isOpen ? 'part is-open' : `part ${hue}`}
      title={`${name}: click to change`}
      onClick={onPick}
    >
      {isOpen && text.startsWith('{') ? '?' : text}
      <span className="sr-only">{isOpen ? ' has no name yet' : ` is ${name}`}</span>
    </button>
  );
}
