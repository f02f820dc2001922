'use client';

import { useEffect, useState } from 'react';
import { messageOf } from '../../ui/api/api';
import { AudienceSelect } from './audience-select';

/** Who may open the permalink whose page this is; whoever may write can change it. */
export function PermalinkAudience({ slug }: { slug: string }) {
  const [isPublic, setPublic] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./share-client')
      .then(({ isPublicPermalink }) => isPublicPermalink(slug))
      .then((found) => !isGone && setPublic(found))
      // A visitor of a public link may not ask, and can change nothing.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [slug]);
  if (isPublic === null) return null;
  async function change(wanted: boolean) {
    setProblem(null);
    try {
      const { setPublicPermalink } = await import('./share-client');
      await setPublicPermalink(slug, wanted);
      setPublic(wanted);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }
  return (
    <>
      <AudienceSelect isPublic={isPublic} onChange={change} />
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  );
}
