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
