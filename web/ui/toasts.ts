import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';

type ToastType = 'information' | 'success' | 'error';

const colors: Record<ToastType, string> = { information: 'blue', success: 'green', error: 'red' };

/**
 * Maximum visible toasts by type: a form may show several errors; of the other types the latest is
 * enough.
 */
const maxShown: Record<ToastType, number> = { information: 1, success: 1, error: 4 };
const visibleToasts: Record<ToastType, string[]> = { information: [], success: [], error: [] };

/** Shows a toast immediately, as `hideableToast`. */
export function toast(
  type: ToastType,
  message: ReactNode,
  area?: keyof typeof limits.toastMs,
): void {
  hideableToast(type, message, area);
}

/**
 * Shows a toast immediately; it replaces an older one of its type.
 * @param area how long it stays: 8000 ms in forms and attendance, 2000 ms in the shell (R-SHELL-3).
 * @returns a function that hides it.
 */
export function hideableToast(
  type: ToastType,
  message: ReactNode,
  area: keyof typeof limits.toastMs = 'forms',
): () => void {
  const visible = visibleToasts[type];
  const surplus = visible.splice(0, visible.length + 1 - maxShown[type]);
  for (const older of surplus) notifications.hide(older);
  const id = notifications.show({
    message,
    color: colors[type],
    autoClose: limits.toastMs[area],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: type === 'error' ? 'alert' : 'status',
    className: `at-toast at-toast-${type}`,
    onClose: () => {
      const at = visible.indexOf(id);
      if (at >= 0) visible.splice(at, 1);
    },
  });
  visible.push(id);
  return () => notifications.hide(id);
}

/** A toast with a spinner: "Deleting...". @returns a function that updates or hides it. */
export function workingToast(message: string): (next?: string) => void {
  const common = {
    loading: true,
    autoClose: false,
    withCloseButton: false,
    className: 'at-toast',
  } as const;
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
