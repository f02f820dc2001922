import type { EvidenceArtifact } from '@basecase/db/types';
import { bytesText } from '@basecase/views/text';

/** The stored files behind the cell, each with its own page. */
export function ArtifactList({ artifacts }: { artifacts: EvidenceArtifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <section>
      <h3>
        Files <span className="dim">that these numbers were read from</span>
      </h3>
      <ul className="files">
        {artifacts.map(({ id, path, kind, sizeBytes }) => (
          <li key={id}>
            <a className="mono" href={`/artifacts/${id}`}>
              {path}
            </a>{' '}
            <span className="dim">
              {kind}, {bytesText(sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
