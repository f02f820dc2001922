interface Link {
  href: string;
  words: string;
}

interface Props {
  label?: string;
  className?: string;
  /** The previous page or the first one; null on the first. */
  back: Link | null;
  next: Link | null;
  /** Which page this is. */
  text?: string;
}

/** Links to the other pages of a list. */
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

interface NewestProps<State extends { before: string }> {
  state: State;
  /** Cursor of the next page; null on the last. */
  next: string | null;
  hrefOf: (state: State) => string;
}

/** The pager of a list that is read from the newest entry back. */
export function NewestPager<State extends { before: string }>({ state, next, hrefOf }: NewestProps<State>) {
  return (
    <Pager
      back={state.before ? { href: hrefOf({ ...state, before: '' }), words: 'Newest' } : null}
      next={next ? { href: hrefOf({ ...state, before: next }), words: 'Older' } : null}
    />
  );
}

interface NumberedProps {
  label?: string;
  className?: string;
  /** Null if all entries are on one page. */
  paging: { text: string; previous: string | null; next: string | null } | null;
}

/** The pager of a list with numbered pages. */
export function NumberedPager({ paging, ...props }: NumberedProps) {
  if (!paging) return null;
  const { previous, next, text } = paging;
  return (
    <Pager
      {...props}
      back={previous === null ? null : { href: previous, words: 'Previous' }}
      text={text}
      next={next === null ? null : { href: next, words: 'Next' }}
    />
  );
}
