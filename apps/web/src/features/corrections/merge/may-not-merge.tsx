/** Shown to visitors without the right to merge. */
export function MayNotMerge() {
  return (
    <p className="inset mid">
      Merging needs the role upload or admin: <a href="/sign-in">sign in</a>, or use a token.
    </p>
  );
}
