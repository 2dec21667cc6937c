import { Modal, type ModalProps } from '@mantine/core';
import { useId } from 'react';
import { useFocusReturn } from './focus-return.ts';

/** A dialog of a page; the focus stays within it, and returns to what opened it. */
export function Dialog({ children, onClose, ...props }: ModalProps) {
  const id = useId();
  useFocusReturn(props.opened);
  return (
    <Modal
      returnFocus={false}
      {...props}
      onClose={() => {
        // Escape belongs to the question or the calendar above this dialog.
        const focused = document.activeElement?.closest('[role="dialog"]');
        if (!focused || focused.contains(document.getElementById(id))) onClose();
      }}
    >
      <span hidden id={id} ref={keepFocus} />
      {children}
    </Modal>
  );
}

/** Where the focused control goes, such as the button of a step, the keys go on in the dialog and not behind it. */
function keepFocus(within: HTMLElement | null): (() => void) | undefined {
  const dialog = within?.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) return undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) dialog.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}
