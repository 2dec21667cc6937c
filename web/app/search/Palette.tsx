import { Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SearchField } from './SearchField.tsx';

/**
 * The search as a dialog, opened and closed by Ctrl+K (⌘K) on every page: recently opened items
 * first, and results from the first character on. Over another dialog the key has no effect, since
 * that one waits for an answer.
 */
export function Palette() {
  const [open, setOpen] = useState(false);
  /** The element that gets the focus when it closes. */
  const back = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      // The palette is a dialog itself: then the key closes it.
      const covered = document.querySelector('[role=dialog][aria-modal=true]') !== null;
      if (!covered) {
        const focused = document.activeElement;
        back.current = focused instanceof HTMLElement ? focused : null;
      }
      setOpen(!covered);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => (open ? () => back.current?.focus({ preventScroll: true }) : undefined), [open]);

  function leave() {
    back.current = document.getElementById('page');
    setOpen(false);
  }

  if (!open) return null;
  return (
    <Modal.Root
      opened
      onClose={() => setOpen(false)}
      size="lg"
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body p="sm">
          <SearchField after={0} onLeave={leave} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
