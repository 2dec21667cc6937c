import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Note } from '../../../contract/note.ts';
import type { UserDetails } from '../../../contract/session.ts';
import type { Column } from '../../ui/list/column.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { fullName, longDate } from '../../ui/names.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { classPicker, classTitle } from '../cohorts/section.tsx';
import { subjectPicker } from '../subjects/section.ts';
import { teacherPicker } from '../teachers/section.ts';

export const noteSection: SectionInfo = { title: 'Notes', one: 'Note', path: '/notes', api: 'attendance-note', resource: 'Notes' };

export const noteColumns: Column<Note>[] = [
  { id: 'date', title: 'Date', text: (row) => row.date, cell: (row) => longDate(row.date), ordering: 'date' },
  {
    id: 'class',
    title: 'Class',
    text: (row) => classTitle(row.class_schedule),
    cell: (row) => (
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/attendance/view" search={{ id: row.class_schedule_id, date: row.date }} />}>
        {classTitle(row.class_schedule)}
      </Anchor>
    ),
    wraps: true,
  },
  { id: 'note', title: 'Note', text: (row) => row.note, cell: (row) => <span style={{ whiteSpace: 'pre-wrap' }}>{row.note}</span>, wraps: true },
  { id: 'teacher', title: 'Teacher', text: (row) => row.teacher && fullName(row.teacher) },
  { id: 'author', title: 'Written by', text: (row) => row.author },
];

/** Who may not search in teachers can still tell their own notes from the others'. */
export const noteFilters = (mayTeachers: boolean, own: number | null): Filter[] => [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  { kind: 'picker', name: 'class_schedule', title: 'Class', source: classPicker },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
  ...(mayTeachers ? [{ kind: 'picker' as const, name: 'teacher', title: 'Teacher', source: teacherPicker }] : []),
  ...(!mayTeachers && own !== null
    ? [{ kind: 'select' as const, name: 'teacher', title: 'Teacher', choices: [{ value: String(own), label: 'My own notes' }] }]
    : []),
];

export const noteName = ({ class_schedule, date }: Note): string => `the note of ${class_schedule.subject.subject_code} on ${longDate(date)}`;

/** A teacher changes their own; the server decides. */
export const isOwn = (note: Note, { id, user_role, teacher_id }: UserDetails): boolean =>
  user_role[0] !== 'teacher' || note.created_by === id || (note.teacher_id !== null && note.teacher_id === teacher_id);
