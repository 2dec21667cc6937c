import { notifications } from '@mantine/notifications';
import { limits } from '../../contract/limits.ts';

export type ToastType = 'information' | 'success' | 'error';

const colors: Record<ToastType, string> = { information: 'blue', success: 'green', error: 'red' };

/**
 * @param area how long it stays: 8000 ms in forms and attendance, 2000 ms in the shell (spec §9).
 */
export function toast(type: ToastType, message: string, area: keyof typeof limits.toastMs = 'forms'): void {
  notifications.show({
    message,
    color: colors[type],
    autoClose: limits.toastMs[area],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: type === 'error' ? 'alert' : 'status',
  });
}

/** Stays until the work is done: "Deleting...". @returns ends it. */
export function workingToast(message: string): (next?: string) => void {
  const id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: false, withBorder: true, role: 'status' });
  return (next) => {
    if (next === undefined) notifications.hide(id);
    else notifications.update({ id, message: next, loading: true, autoClose: false, withCloseButton: false });
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
