import { useRef } from 'react';
import { KeysDialog } from '../../../ui/page/keys-dialog';
import { usePageKeys } from '../../../ui/page/use-page-keys';

const MOVE = [
  ['j', 'next record'],
  ['k', 'previous record'],
  ['Enter', 'open the record'],
] as const;
const DECIDE = [
  ['x', 'tick the record'],
  ['c', 'confirmed'],
  ['i', 'investigating'],
  ['n', 'noise'],
  ['w', "won't fix"],
  ['Esc', 'untick all'],
] as const;
const PAGE = [
  ['/', 'search'],
  ['?', 'these keys'],
] as const;

/** The most used keys in the line at the bottom, all of them on `?`. */
export function KeysHelp({ canTriage }: { canTriage: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const all = [...MOVE, ...(canTriage ? DECIDE : []), ...PAGE];
  usePageKeys(({ key }) => {
    if (key === '?') dialog.current?.showModal();
  });
  return (
    <>
      <div className="keys">
        <span>
          <kbd>j</kbd> <kbd>k</kbd>move
        </span>
        <span>
          <kbd>Enter</kbd>open
        </span>
        <button type="button" onClick={() => dialog.current?.showModal()}>
          <kbd>?</kbd>all keys
        </button>
      </div>
      <KeysDialog ref={dialog} keys={all} />
    </>
  );
}
