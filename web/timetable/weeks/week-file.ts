import { namesOfRooms, namesOfTeachers } from '#contract/timetable/further-names.ts';
import { classSubject } from '#contract/class-name.ts';
import type { WeekClass } from '#contract/timetable/week.ts';
import { shortDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import { remarkOf } from './remarks.ts';

/** The columns of a week as a file; few enough for a landscape page. */
export const weekColumns: Column<WeekClass>[] = [
  { id: 'date', title: 'Date', text: (row) => shortDay(row.date) },
  { id: 'time', title: 'Time', text: (row) => `${row.start_time}–${row.end_time}` },
  { id: 'subject', title: 'Subject', text: (row) => classSubject(row) },
  { id: 'type', title: 'Class type', text: (row) => row.class_type },
  { id: 'room', title: 'Room', text: (row) => namesOfRooms(row) },
  { id: 'teacher', title: 'Teacher', text: (row) => namesOfTeachers(row) },
  { id: 'remark', title: 'Remark', text: (row) => remarkOf(row) ?? '' },
];
