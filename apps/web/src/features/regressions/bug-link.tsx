import { safeHref } from '../../ui/markdown/safe-href';

/** Where a regression is reported; nothing without an address, or with one that must not be a link. */
export function BugLink({ url }: { url: string | null }) {
  const href = url === null ? null : safeHref(url);
  if (href === null) return null;
  return (
    <p className="mid anywhere">
      Reported at{' '}
      <a href={href} rel="noopener noreferrer nofollow">
        {url}
      </a>
    </p>
  );
}
