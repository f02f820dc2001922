import type { NightTone } from '@basecase/views/document';

interface Props {
  ratio: string;
  tone: NightTone;
  isUp: boolean;
  isPossible: boolean;
  isStrong?: boolean;
}

/** A ratio with the hue and the mark of its level; hollow if the level is unconfirmed. */
export function NightRatio({ ratio, tone, isUp, isPossible, isStrong = false }: Props) {
  if (ratio === '') return null;
  const mark = tone === 'plain' ? '' : `night-mark ${isUp ? 'up' : 'dn'}${isPossible ? ' hollow' : ''}`;
  const hue = tone === 'slower' ? 'bad' : tone === 'faster' ? 'good' : '';
  const className = [hue, mark].filter(Boolean).join(' ') || undefined;
  const Tag = isStrong ? 'b' : 'span';
  return (
    <Tag className={className}>
      {ratio}
      {tone === 'plain' ? null : (
        <span className="sr-only">
          {' '}
          {isPossible ? 'possibly ' : ''}
          {tone}
        </span>
      )}
    </Tag>
  );
}
