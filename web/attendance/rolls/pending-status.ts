import { haveForm, storedCard, type CardTerms } from '#contract/card-number.ts';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus } from '#contract/status.ts';
import { cardPrint } from '#web/platform/offline/roll-on-device.ts';
import type { PendingMark, MarkCommand } from '#web/platform/offline/storage.ts';
import { fullName } from '#contract/person-name.ts';
import { noDetails } from '#web/school/roll.ts';
import { detailTexts } from './detail-text.ts';

/** The student of a card number or student ID on this roll; cards take precedence, as on the server. */
export function studentOf<Row extends Pick<RollRow, 'rfid_number' | 'student_id' | 'student_uuid'>>(
  roll: Row[],
  tapped: string,
): Row | undefined {
  const lower = tapped.toLowerCase();
  return (
    roll.find((row) => row.rfid_number === tapped) ??
    // A roll from the device has hashes instead of card numbers.
    roll.find((row) => row.rfid_number === cardPrint(tapped)) ??
    roll.find((row) => row.student_id === tapped) ??
    roll.find((row) => row.student_uuid === lower) ??
    roll.find((row) => row.rfid_number?.toLowerCase() === lower)
  );
}

/** A tap as the roll names its card: as it came, or in the form in which numbers are stored (R-CARD-1). */
export function asOnRoll(roll: Parameters<typeof studentOf>[0], tapped: string, terms: CardTerms) {
  if (!haveForm(terms) || studentOf(roll, tapped)) return tapped;
  const stored = storedCard(tapped, terms);
  return roll.some(({ rfid_number: card }) => card === stored || card === cardPrint(stored))
    ? stored
    : tapped;
}

type Known = Pick<RollRow, 'student' | 'rfid_number' | 'student_id' | 'student_uuid'>;

/** The statuses after the commands, by student. */
export function statusesAfter(roll: Known[], commands: MarkCommand[]): Map<number, RollStatus> {
  const statuses = new Map<number, RollStatus>();
  const all = (students: number[], status: RollStatus) =>
    students.forEach((student) => statuses.set(student, status));
  for (const command of commands) {
    if (command.do === 'withdraw') all([command.student], 'N/A');
    else if (command.do === 'undo') all(command.students, 'N/A');
    else if (command.do === 'reopen') all(command.students, 'N/A');
    else if (command.do === 'rest' || command.do === 'close') all(command.students, 'Absent');
    else if (command.do === 'bulk') all(command.students, command.status ?? 'Present');
    else {
      const student =
        typeof command.student === 'number'
          ? command.student
          : studentOf(roll, command.student)?.student;
      if (student !== undefined) statuses.set(student, command.status);
    }
  }
  return statuses;
}

/** Each student's status after the pending marks are sent. */
export const pendingStatuses = (
  roll: Known[],
  marks: PendingMark[],
): ReadonlyMap<number, RollStatus> =>
  statusesAfter(
    roll,
    marks.map(({ what: command }) => command),
  );

/** The roll after the pending marks are sent. */
export const withPending = <Row extends Pick<RollRow, 'student' | 'status'>>(
  roll: Row[],
  pending: ReadonlyMap<number, RollStatus>,
): Row[] =>
  pending.size === 0
    ? roll
    : roll.map((row) => ({ ...row, status: pending.get(row.student) ?? row.status }));

/** The students without a mark, after the pending ones are sent. */
export const restOf = (
  roll: Pick<RollRow, 'student' | 'status'>[],
  pending?: ReadonlyMap<number, RollStatus>,
): number[] =>
  roll
    .filter((row) => (pending?.get(row.student) ?? row.status) === 'N/A')
    .map((row) => row.student);

/** The name of the only student of a command who is on the roll. */
export function onlyStudentOf(command: MarkCommand, roll: RollRow[]): string | undefined {
  const students = 'students' in command ? command.students : [command.student];
  const [student, ...others] = students;
  if (student === undefined || others.length > 0) return undefined;
  const row = rowOf(student, roll);
  return row && fullName(row);
}

/** A title of the mark for the screen. */
export const markTitle = ({ what: command, name }: PendingMark, roll: RollRow[]): string =>
  titleOf(command, roll, name);

/** @param name the student's, who may no longer be on the roll. */
export function titleOf(command: MarkCommand, roll: RollRow[], name?: string): string {
  if ('students' in command) {
    if (command.do === 'close') return 'Roll closed';
    if (command.do === 'reopen') return 'Roll open again';
    const status = command.do === 'rest' ? 'Absent' : (command.status ?? 'Present');
    const [student, ...others] = command.students;
    if (student !== undefined && others.length === 0)
      return `${nameInRoll(student, roll, name)}: ${command.do === 'undo' ? 'mark taken back' : status}`;
    const whom = `${command.students.length} students`;
    return command.do === 'undo' ? `${whom}: marks taken back` : `${whom} ${status.toLowerCase()}`;
  }
  const who = nameInRoll(command.student, roll, name);
  if (command.do === 'withdraw') return `${who}: mark taken back`;
  // The details are what is new about a mark that was there already.
  const { excuse, late_minutes = null } = (command.do === 'mark' && command.detail) || {};
  const [detail] = detailTexts({ ...noDetails, excused: Boolean(excuse), late_minutes }, String);
  return `${who}: ${detail ?? command.status}`;
}

/** The student's name; of a student who is not on the roll `known`, or else the card or ID. */
export function nameInRoll(student: string | number, roll: RollRow[], known?: string): string {
  const found = rowOf(student, roll);
  if (found) return fullName(found);
  return known ?? (typeof student === 'number' ? 'A student' : student);
}

/** The row of a student's id, card or student ID. */
export const rowOf = (student: string | number, roll: RollRow[]): RollRow | undefined =>
  typeof student === 'number'
    ? roll.find((row) => row.student === student)
    : studentOf(roll, student);

/** The students whom a command names by their ids. */
export function studentsOf(command: MarkCommand): number[] {
  if ('students' in command) return command.students;
  return typeof command.student === 'number' ? [command.student] : [];
}
