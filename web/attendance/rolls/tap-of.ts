import type { MarkCommand } from '#web/platform/offline/storage.ts';

/** A student who was chosen among suggestions, on the roll or off it. */
export interface ChosenStudent {
  student: number;
  name: string;
}

/** Names a tap, a typed ID or a chosen suggestion until its answer; null for a mark by hand. */
export function tapOf(command: MarkCommand): string | null {
  if (command.do !== 'mark') return null;
  if (typeof command.student === 'string') return command.student;
  return command.how === 'typed' ? `chosen ${command.student}` : null;
}
