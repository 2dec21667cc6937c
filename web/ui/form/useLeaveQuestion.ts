import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../confirm.ts';

const unsaved = { title: 'Leave without saving?', text: 'What you have entered here is lost.' };

export interface Place {
  pathname: string;
  search: object;
}

interface LeaveQuestion {
  title: string;
  text: string;
  /** Whether the next address is still this page. */
  stays?: (places: { current: Place; next: Place }) => boolean;
}

/** Asks before a page with unsaved changes is left. */
export function useLeaveQuestion(
  dirty: () => boolean,
  { stays, ...question }: LeaveQuestion = unsaved,
): void {
  useBlocker({
    shouldBlockFn: async (places) =>
      dirty() &&
      !stays?.(places) &&
      !(await confirm({ ...question, yes: 'Leave', no: 'Stay', danger: true })),
    enableBeforeUnload: dirty,
  });
}
