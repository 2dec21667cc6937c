import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../confirm.ts';

/** Asks before a page is left with something that was entered and not saved. */
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
