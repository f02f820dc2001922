interface Props {
  /** Null when all is well. */
  error: string | null;
  className?: string;
  /** Links the field to its error. */
  id?: string;
}

/** Why what was sent did not happen, said where it was sent. */
export function FormError({ error, className = 'warn-note is-error', id }: Props) {
  if (error === null) return null;
  return (
    <p className={className} id={id} role="alert">
      {error}
    </p>
  );
}
