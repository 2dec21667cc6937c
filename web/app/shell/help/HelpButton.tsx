import { memo, useEffect, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { focusedTextField } from '#web/ui/typing.ts';
import classes from '../Shell.module.css';

const HelpDrawer = lazyPart(() => import('./HelpDrawer.tsx'), {
  onFail: ({ onClose }) => partNotLoaded(onClose),
});

/** Readers type cards that may have a question mark: faster than a person. */
const afterOtherKeysMs = 150;

/** Calls back for `?` where it is no text and no other key of the page (R-GUIDE-2). */
function useHelpKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    let lastKey = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length > 1) return;
      const isTyped = event.timeStamp - lastKey > afterOtherKeysMs;
      lastKey = event.timeStamp;
      if (event.key !== '?' || event.defaultPrevented || !isTyped || focusedTextField()) return;
      if (document.querySelector('[aria-modal=true]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Opens the part of the guide that belongs to the page. */
export const HelpButton = memo(function HelpButton() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const open = () => setState('open');
  useHelpKey(open);
  return (
    <>
      <button
        type="button"
        className={`${classes.help} at-screen`}
        aria-label="Help"
        title="Help"
        onClick={open}
      >
        ?
      </button>
      {state !== 'unused' && (
        <HelpDrawer isOpen={state === 'open'} onClose={() => setState('closed')} />
      )}
    </>
  );
});
