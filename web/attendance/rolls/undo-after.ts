import type { MarkCommand } from '#web/platform/offline/storage.ts';
import type { MarkAnswer } from './queue/send.ts';

/** An undo of a tap that waited, about the student whom the server marked. */
export function undoAfter(undo: MarkCommand, answer: MarkAnswer): MarkCommand {
  if (!('marked' in answer)) return undo;
  const { student } = answer.marked;
  if ('students' in undo)
    return undo.students.length === 1 ? { ...undo, students: [student] } : undo;
  return { ...undo, student };
}
