import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { whenDialogsMount } from './dialog-queue.ts';

interface Question {
  title: string;
  text: ReactNode;
  /** The label of the confirming button. */
  yes: string;
  no?: string;
  danger?: boolean;
}

/** Above dialogs: a dialog may open a question. */
export const aboveDialogs = 300;

/** The titles of the questions that are open. */
const open = new Set<string>();

/**
 * Asks for confirmation; resolves to true for yes. Escape and Close mean no, and so does a question that is open
 * already: of a double click only one is answered.
 */
export function confirm({ title, text, yes, no = 'No', danger }: Question): Promise<boolean> {
  if (open.has(title)) return Promise.resolve(false);
  open.add(title);
  const answered = new Promise<boolean>((resolve) => {
    whenDialogsMount(() =>
      modals.openConfirmModal({
        title,
        children: text,
        labels: { confirm: yes, cancel: no },
        confirmProps: danger ? { color: 'red.8' } : {},
        centered: true,
        zIndex: aboveDialogs,
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
        onClose: () => resolve(false),
      }),
    );
  });
  return answered.finally(() => open.delete(title));
}
