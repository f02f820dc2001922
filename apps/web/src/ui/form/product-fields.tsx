import type { ReactNode } from 'react';
import { forget } from './data-form';
import { SelectField } from './select-field';

interface Props {
  menu: {
    product: string;
    products: readonly string[];
    benchmark: string;
    benchmarks: readonly { id: string; name: string }[];
  };
  /** Fields that mean nothing for another product or benchmark. */
  forgets: readonly string[];
}

/** Product and benchmark of a page that is about one of each. */
export function ProductFields({ menu, forgets }: Props) {
  const { product, products, benchmark, benchmarks } = menu;
  const shared = { keepsLabel: true, onChange: forget(...forgets) };
  return (
    <>
      <SelectField {...shared} label="Product" name="product" defaultValue={product} options={products} />
      <SelectField
        {...shared}
        label="Benchmark"
        name="benchmark"
        defaultValue={benchmark}
        options={benchmarks.map(({ id, name }) => ({ value: id, text: name }))}
      />
    </>
  );
}

interface ChoiceMenuProps {
  title: string;
  chosen: number;
  all: number;
  /** Of the box that opens. */
  className: string;
  children: ReactNode;
}

/** A menu of things to choose several of; its button says how many of them are chosen. Opens without scripts. */
export function ChoiceMenu({ title, chosen, all, className, children }: ChoiceMenuProps) {
  return (
    <details className="menu">
      <summary className="button">
        {title}{' '}
        <span className="dim">
          {chosen} of {all}
        </span>
      </summary>
      <div className={`popover chooser ${className}`}>{children}</div>
    </details>
  );
}
