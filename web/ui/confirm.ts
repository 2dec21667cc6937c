import { modals } from '@mantine/modals';

export interface Question {
  title: string;
  text: string;
  /** What the button says that goes on. */
  yes: string;
  no?: string;
  danger?: boolean;
}

/** A question may come out of a dialog, and stands above it. */
export const aboveDialogs = 300;

/** Asks before harm; resolves to whether the answer was yes. Escape and Close mean no. */
export function confirm({ title, text, yes, no = 'No', danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
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
    });
  });
}
