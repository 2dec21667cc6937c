import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../confirm.ts';

/** Asks before a page with unsaved changes is left. */
export function useLeaveQuestion(dirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () =>
      dirty() &&
      !(await confirm({
        title: 'Leave without saving?',
        text: 'What you have entered here is lost.',
        yes: 'Leave',
        no: 'Stay',
      })),
    enableBeforeUnload: dirty,
  });
}
