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

/** Asks for confirmation; resolves to true for yes. Escape and Close mean no. */
export function confirm({ title, text, yes, no = 'No', danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
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
}
