'use client';

/** Who may open a link where reading is closed. */
export function AudienceSelect({
  isPublic,
  onChange,
}: {
  isPublic: boolean;
  onChange: (isPublic: boolean) => void;
}) {
  return (
    <label className="audience">
      <span className="field-label">For</span>
      <select
        className="field"
        value={isPublic ? 'public' : 'members'}
        onChange={(event) => onChange(event.currentTarget.value === 'public')}
      >
        <option value="members">members, who sign in</option>
        <option value="public">everyone with the link</option>
      </select>
    </label>
  );
}
