import { namesOfRooms, namesOfTeachers, teachersOf } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { roomInText } from '#contract/room-name.ts';
import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/texts.ts';
import type { RollRow } from '#contract/marks.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { tablesPdf, type TablePaper } from '#web/ui/export/tables-pdf.ts';
import { fullDay } from '#web/ui/format.ts';
import { lastNameFirst } from '#contract/person-name.ts';
import { classQuery, rollQuery, type ClassOnDate } from '#web/school/roll.ts';

/** Name and date of the institute, for header and footer. */
export interface Institute {
  institute: string;
  today: string;
}

/** Enough to write in. */
const rowHeight = 9.5;

/** The sign-in sheet of a class on a date: who is enrolled, with room for a signature (R-PAPER-5). */
export function signInSheet(
  of: Pick<
    ClassSchedule,
    | 'subject'
    | 'class_type'
    | 'classroom'
    | 'more_rooms'
    | 'teacher'
    | 'co_teachers'
    | 'start_time'
    | 'end_time'
  >,
  date: string,
  students: readonly Pick<RollRow, 'student_id' | 'first_name' | 'last_name'>[],
  institute: Institute,
): TablePaper {
  const { subject, class_type, start_time, end_time } = of;
  return {
    ...institute,
    title: 'Sign-in sheet',
    orientation: 'portrait',
    lines: [
      {
        text: `${subject.subject_name} (${classCode(of)}), ${class_type}`,
        points: 13,
        bold: true,
      },
      {
        text: `${fullDay(date)}, ${start_time}–${end_time}, ${roomInText(namesOfRooms(of))}`,
        points: 11,
      },
      {
        text: `${teachersOf(of).length > 1 ? 'Teachers' : 'Teacher'}: ${namesOfTeachers(of)}`,
        points: 11,
      },
    ],
    points: 10,
    rowHeight,
    grid: true,
    widths: { 0: 11, 1: 30, 3: 70 },
    head: ['No.', 'Student ID', 'Name', 'Signature'],
    body: students.map((student, at) => [
      String(at + 1),
      student.student_id,
      lastNameFirst(student),
      '',
    ]),
  };
}

/** Reads class and roll, and downloads the sheet. */
export async function downloadSignInSheet(
  queries: QueryClient,
  of: ClassOnDate,
  institute: Institute,
): Promise<void> {
  const [schedule, roll] = await Promise.all([
    queries.fetchQuery(classQuery(of)),
    queries.fetchQuery(rollQuery(of)),
  ]);
  if (roll.no_class) throw new Error(messages.noClass);
  const pdf = await tablesPdf([signInSheet(schedule, of.date, roll.results, institute)]);
  const title = `Sign-in sheet ${schedule.subject.subject_code}`;
  download(pdf.output('blob'), fileName({ title, today: of.date }, 'pdf'));
}
