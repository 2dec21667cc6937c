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
export const confirm = async (question: Question): Promise<boolean> =>
  (await choose(question)) === 'yes';

/** Asks for one of two answers; Escape and Close are neither, and neither is a question that is open already. */
export function choose({
  title,
  text,
  yes,
  no = 'No',
  danger,
}: Question): Promise<'yes' | 'no' | null> {
  if (open.has(title)) return Promise.resolve(null);
  open.add(title);
  const answered = new Promise<'yes' | 'no' | null>((resolve) => {
    whenDialogsMount(() =>
      modals.openConfirmModal({
        title,
        children: text,
        labels: { confirm: yes, cancel: no },
        confirmProps: danger ? { color: 'red.8' } : {},
        centered: true,
        zIndex: aboveDialogs,
        onConfirm: () => resolve('yes'),
        onCancel: () => resolve('no'),
        onClose: () => resolve(null),
      }),
    );
  });
  return answered.finally(() => open.delete(title));
}
