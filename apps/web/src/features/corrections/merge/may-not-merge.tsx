/** What a visitor reads who may only look. */
export function MayNotMerge() {
  return (
    <p className="inset mid">
      Merging needs the role upload or admin: <a href="/sign-in">sign in</a>, or use a token.
    </p>
  );
}
