import { useEffect, useRef } from 'react';
import { focusedTextField } from '#web/ui/typing.ts';

/** Ctrl+Z (⌘Z) outside of text fields undoes the last command. */
export function useUndoKey(undo: () => void): void {
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      // A text field has its own undo.
      if (focusedTextField()?.value) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
