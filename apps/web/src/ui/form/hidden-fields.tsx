interface Props<Name extends string> {
  /** Of the codec of the view: what differs from an address without a query. */
  pairs: readonly (readonly [name: Name, value: string])[];
  /** What the controls of the form send themselves. */
  except?: readonly NoInfer<Name>[];
}

/** The state of a view as hidden fields of a GET form, so that a form without scripts keeps what it does not change. */
export function HiddenFields<Name extends string>({ pairs, except = [] }: Props<Name>) {
  return pairs.map(([name, value]) =>
    except.includes(name) ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
  );
}
