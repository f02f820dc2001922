/** What a page is about, part by part, under its title. */
export function MetaLine({ parts }: { parts: readonly string[] }) {
  return (
    <p className="meta">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? <span className="separator">/</span> : null}
          {part}
        </span>
      ))}
    </p>
  );
}
