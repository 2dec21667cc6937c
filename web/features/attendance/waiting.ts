import type { RollRow, Status } from '../../../contract/attendance.ts';
import { cardPrint } from '../../app/offline/roll-on-device.ts';
import type { KeptMark } from '../../app/offline/storage.ts';

/** Whom a card number or a student id means on this roll, a card first, as the server takes it. */
export function studentOf<Row extends Pick<RollRow, 'rfid_number' | 'student_id' | 'student_uuid'>>(roll: Row[], tapped: string): Row | undefined {
  return (
    roll.find((row) => row.rfid_number === tapped) ??
    // A roll that was loaded from the device has prints in place of card numbers.
    roll.find((row) => row.rfid_number === cardPrint(tapped)) ??
    roll.find((row) => row.student_id === tapped) ??
    roll.find((row) => row.student_uuid === tapped.toLowerCase())
  );
}

/** What each student of the roll will be once the marks that wait are sent: student → status. */
export function waitingOn(roll: RollRow[], marks: KeptMark[]): ReadonlyMap<number, Status | 'N/A'> {
  const will = new Map<number, Status | 'N/A'>();
  for (const { what } of marks) {
    if (what.do === 'withdraw') will.set(what.student, 'N/A');
    else if (what.do === 'bulk') what.students.forEach((student) => will.set(student, 'Present'));
    else {
      const student = typeof what.student === 'number' ? what.student : studentOf(roll, what.student)?.student;
      if (student !== undefined) will.set(student, what.status);
    }
  }
  return will;
}

/** What a mark was meant to be, for people. */
export function markTitle({ what }: KeptMark, roll: RollRow[]): string {
  if (what.do === 'bulk') return what.students.length === 1 ? '1 student present' : `${what.students.length} students present`;
  const found = typeof what.student === 'number' ? roll.find((row) => row.student === what.student) : studentOf(roll, what.student);
  const who = found ? `${found.first_name} ${found.last_name}` : typeof what.student === 'number' ? 'A student' : what.student;
  return `${who}: ${what.do === 'withdraw' ? 'mark taken back' : what.status}`;
}
