import { sql } from 'kysely';
import { subjects, type Subject } from '../../../contract/subject.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

type Asked = ListAsked & { id?: number[]; year?: string[]; course?: number[]; specialization?: number[]; teacher?: number[] };

interface Row {
  id: number;
  subject_name: string;
  subject_code: string;
  year: number;
  course_id: number;
  course: string;
  specialization_id: number;
  specialization: string;
  specialization_code: string;
  subject_teacher_id: number;
  first_name: string;
  last_name: string;
}

const listing: Listing<Asked> = {
  table: 'subject',
  joins: () => sql`
    join course c on c.id = x.course_id
    join specialization s on s.id = x.specialization_id
    join teacher t on t.id = x.subject_teacher_id`,
  columns: () => sql`
    x.id, x.subject_name, x.subject_code, x.year, x.course_id, c.name as course,
    x.specialization_id, s.specialization, s.specialization_code, x.subject_teacher_id, t.first_name, t.last_name`,
  search: (word) => sql`${searchable('x.subject_name', 'x.subject_code', 'c.name', 't.first_name', 't.last_name')} like ${word}`,
  filters: ({ id, year, course, specialization, teacher }) => [
    among('x.id', id),
    year && sql`x.year = any(${year.map(Number)}::int[])`,
    among('x.course_id', course),
    among('x.specialization_id', specialization),
    among('x.subject_teacher_id', teacher),
  ],
  orders: {
    subject_name: [sql`x.subject_name collate natural_order`],
    subject_code: [sql`x.subject_code collate natural_order`],
    year: [sql`x.year`, sql`x.subject_code collate natural_order`],
  },
};

const present = (row: Row): Subject => ({
  id: row.id,
  subject_name: row.subject_name,
  subject_code: row.subject_code,
  year: row.year,
  course_id: row.course_id,
  course: { id: row.course_id, name: row.course },
  specialization: { id: row.specialization_id, specialization: row.specialization, specialization_code: row.specialization_code },
  subject_teacher_id: row.subject_teacher_id,
  subject_teacher: { id: row.subject_teacher_id, first_name: row.first_name, last_name: row.last_name },
});

const writing: Writing = {
  table: 'subject',
  columns: ({ specialization, ...body }) => ({ ...body, ...(specialization !== undefined && { specialization_id: specialization }) }),
  references: { course_id: 'course', specialization_id: 'specialization', subject_teacher_id: 'teacher' },
  unique: { subject_subject_code_key: ['subject_code'] },
  usedBy: [
    { table: 'class_schedule', column: 'subject_id', names: ['class of the timetable', 'classes of the timetable'] },
    { table: 'red_list', column: 'subject_id', names: ['red list entry', 'red list entries'] },
  ],
};

export function subjectRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, subjects, readingOf(database, listing, today, present), writing, { database, today, bulkDelete: true });
}
