import type { MarkCommand } from '#web/platform/offline/storage.ts';

/** How many marks a command sets or takes back: one for each of its students. */
const marksOf = (command: MarkCommand): number =>
  'students' in command ? Math.max(1, command.students.length) : 1;

/** How many marks wait or were refused; *Mark the rest present* for 25 students is 25. */
export const countMarks = (marks: readonly { what: MarkCommand }[]): number =>
  marks.reduce((sum, { what }) => sum + marksOf(what), 0);

/** `1 mark`, `25 marks`. */
export const marksText = (count: number): string => (count === 1 ? '1 mark' : `${count} marks`);
