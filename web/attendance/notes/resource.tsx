import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { classCode } from '#contract/class-name.ts';
import { noteEndpoints } from '#contract/attendance/notes.endpoints.ts';
import type { Note } from '#contract/attendance/note.ts';
import type { UserDetails } from '#contract/session.ts';
import type { Column } from '#web/ui/list/column.ts';
import { offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { classPicker, classTitle } from '#web/school/cohorts.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

export const noteResource: FormResource<Note> = {
  title: 'Notes',
  singular: 'Note',
  path: '/notes',
  calls: noteEndpoints,
  permission: 'Notes',
};

export const noteColumns: Column<Note>[] = [
  {
    id: 'date',
    title: 'Date',
    text: (row) => row.date,
    cell: (row) => longDate(row.date),
    ordering: 'date',
  },
  {
    id: 'class',
    title: 'Class',
    text: (row) => classTitle(row.class_schedule),
    cell: (row) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/attendance/view"
            search={{ id: row.class_schedule_id, date: row.date }}
          />
        )}
      >
        {classTitle(row.class_schedule)}
      </Anchor>
    ),
    wraps: true,
  },
  {
    id: 'note',
    title: 'Note',
    text: (row) => row.note,
    cell: (row) => <span style={{ whiteSpace: 'pre-wrap' }}>{row.note}</span>,
    wraps: true,
  },
  { id: 'teacher', title: 'Teacher', text: (row) => row.teacher && fullName(row.teacher) },
  { id: 'author', title: 'Written by', text: (row) => row.author },
];

/** Without permission to search teachers, users can still filter their own notes. */
export const noteFilters = (
  canReadTeachers: boolean,
  own: number | null,
): FilterOf<typeof noteEndpoints.list>[] => [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  { kind: 'picker', name: 'class_schedule', title: 'Class', source: classPicker },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
  !canReadTeachers && own !== null
    ? {
        kind: 'select',
        name: 'teacher',
        title: 'Teacher',
        choices: [{ value: String(own), label: 'My own notes' }],
      }
    : offeredIf(canReadTeachers, {
        kind: 'picker',
        name: 'teacher',
        title: 'Teacher',
        source: teacherPicker,
      }),
];

export const noteName = ({ class_schedule, date }: Note): string =>
  `the note of ${classCode(class_schedule)} on ${longDate(date)}`;

/** Teachers edit their own notes; the server checks this. */
export const isOwn = (note: Note, { id, user_role, teacher_id }: UserDetails): boolean =>
  user_role[0] !== 'teacher' ||
  note.created_by === id ||
  (note.teacher_id !== null && note.teacher_id === teacher_id);
