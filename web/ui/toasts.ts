import { notifications } from '@mantine/notifications';
import { limits } from '../../contract/limits.ts';

export type ToastType = 'information' | 'success' | 'error';

const colors: Record<ToastType, string> = { information: 'blue', success: 'green', error: 'red' };

/** Toasts that stand at a time, by type: the newest ones. A form may name several errors; of the rest the latest says enough. */
const maxShown: Record<ToastType, number> = { information: 1, success: 1, error: 4 };
const shown: Record<ToastType, string[]> = { information: [], success: [], error: [] };

/**
 * Shows a message at once: a new one takes the place of an old one of its type, and none waits for another to end.
 * @param area how long it stays: 8000 ms in forms and attendance, 2000 ms in the shell (spec §9).
 */
export function toast(type: ToastType, message: string, area: keyof typeof limits.toastMs = 'forms'): void {
  const standing = shown[type];
  while (standing.length >= maxShown[type]) notifications.hide(standing.shift()!);
  const id = notifications.show({
    message,
    color: colors[type],
    autoClose: limits.toastMs[area],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: type === 'error' ? 'alert' : 'status',
    className: `at-toast at-toast-${type}`,
    onClose: () => {
      const at = standing.indexOf(id);
      if (at >= 0) standing.splice(at, 1);
    },
  });
  standing.push(id);
}

/** Stays until the work is done: "Deleting...". @returns ends it. */
export function workingToast(message: string): (next?: string) => void {
  const common = { loading: true, autoClose: false, withCloseButton: false, className: 'at-toast' } as const;
  const id = notifications.show({ message, withBorder: true, role: 'status', ...common });
  return (next) => {
    if (next === undefined) notifications.hide(id);
    else notifications.update({ id, message: next, ...common });
  };
}

/** Escape hides all toasts, wherever the focus is. */
export function hideToastsOnEscape(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') notifications.clean();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
