interface Props {
  label: string;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something of a view that is on or off. Without scripts the form around it sends `1` where it is on. */
export function CheckField({ label, name, checked, onChange }: Props) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value="1"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
