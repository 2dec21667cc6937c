import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus-return.ts';

/** A dialog of a page; the focus stays within it, and returns to what opened it. */
export function Dialog({ children, ...props }: ModalProps) {
  useFocusReturn(props.opened);
  return (
    <Modal returnFocus={false} {...props}>
      <span hidden ref={keepFocus} />
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
