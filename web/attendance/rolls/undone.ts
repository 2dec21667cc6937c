import type { RollRow } from '#contract/marks.ts';
import { statusText, type RollStatus } from '#contract/status.ts';
import { messages } from '#contract/texts.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { nameInRoll, studentsOf } from './pending-status.ts';
import type { MarkAnswer } from './queue/send.ts';

interface UndoneText {
  tone: 'known' | 'bad';
  text: string;
}

const namedStudents = 2;

const whom = (students: number[], roll: RollRow[]): string =>
  students.length > namedStudents
    ? `${students.length} students`
    : students.map((student) => nameInRoll(student, roll)).join(' and ');

/** The status to which a command of an undo brings its students back. */
function statusAfter(command: MarkCommand): RollStatus {
  if (command.do === 'mark') return command.status;
  return command.do === 'bulk' ? (command.status ?? 'Present') : 'N/A';
}

/** The students whom the answer says to have been brought back. */
function broughtBack(command: MarkCommand, answer: MarkAnswer, roll: RollRow[]): number[] {
  if ('undone' in answer) return answer.undone;
  if ('marked' in answer) return [answer.marked.student];
  if (!('bulk' in answer) || !('students' in command)) return [];
  const failed = new Set(answer.bulk.fail.map(({ student_id }) => student_id));
  const rows = new Map(roll.map((row) => [row.student, row.student_id]));
  return command.students.filter((student) => !failed.has(rows.get(student) ?? ''));
}

/** Whom an undo has brought back, and to what; or that their marks were changed since (R-ROLL-21). */
export function undoneText(command: MarkCommand, answer: MarkAnswer, roll: RollRow[]): UndoneText {
  const students = broughtBack(command, answer, roll);
  const open = command.do === 'reopen' ? 'Roll open again' : '';
  if (students.length > 0) {
    const back = `${whom(students, roll)} back to ${statusText(statusAfter(command))}`;
    return { tone: 'known', text: [open, back].filter(Boolean).join(', ') };
  }
  if (open) return { tone: 'known', text: open };
  return { tone: 'bad', text: `${whom(studentsOf(command), roll)}: ${messages.changedSince}` };
}

/** @returns a function that joins the texts of all commands of one undo. */
export function joinUndone(): (undo: string, next: UndoneText) => UndoneText {
  let last: UndoneText & { undo: string } = { undo: '', text: '', tone: 'known' };
  return (undo, { tone, text }) => {
    const isSame = undo === last.undo;
    last = {
      undo,
      tone: isSame && last.tone === 'bad' ? 'bad' : tone,
      text: isSame ? `${last.text}; ${text}` : text,
    };
    return { tone: last.tone, text: last.text };
  };
}
