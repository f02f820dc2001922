import type { ComponentPropsWithoutRef } from 'react';

/** A value with its text; a text alone is both. */
export type Option = string | { value: string | number; text: string };

interface Props extends ComponentPropsWithoutRef<'select'> {
  label: string;
  /** Keeps its label on a narrow screen. */
  keepsLabel?: boolean;
  /** Text of the empty choice, which comes first: `all`. */
  none?: string | undefined;
  options?: readonly Option[];
}

/** A choice of one, under its label. Options in groups are given as children, after the others. */
export function SelectField({
  label,
  keepsLabel,
  none,
  options = [],
  className,
  children,
  ...select
}: Props) {
  return (
    <label className={keepsLabel ? 'field-label keep' : 'field-label'}>
      <span>{label}</span>
      <select className={className ? `field ${className}` : 'field'} {...select}>
        {none === undefined ? null : <option value="">{none}</option>}
        {options.map((option) => {
          const { value, text } = typeof option === 'string' ? { value: option, text: option } : option;
          return (
            <option key={`${value} ${text}`} value={value}>
              {text}
            </option>
          );
        })}
        {children}
      </select>
    </label>
  );
}

interface CheckFieldProps {
  label: string;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something of a view that is on or off. Without scripts the form around it sends `1` where it is on. */
export function CheckField({ label, name, checked, onChange }: CheckFieldProps) {
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
