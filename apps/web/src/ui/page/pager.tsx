interface Link {
  href: string;
  words: string;
}

interface Props {
  label?: string;
  className?: string;
  /** The page before, or the first one; null on it. */
  back: Link | null;
  next: Link | null;
  /** Which page this is. */
  text?: string;
}

/** Leads to the other pages of a list. */
export function Pager({ label = 'Pages', className = '', back, next, text = '' }: Props) {
  return (
    <nav className={`pages ${className}`.trim()} aria-label={label}>
      {back ? (
        <a rel={back.words === 'Previous' ? 'prev' : undefined} href={back.href}>
          {back.words}
        </a>
      ) : null}
      {text === '' ? null : <span className="dim">{text}</span>}
      {next ? (
        <a rel="next" href={next.href}>
          {next.words}
        </a>
      ) : null}
    </nav>
  );
}
