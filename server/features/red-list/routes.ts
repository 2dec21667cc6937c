import { sql } from 'kysely';
import { redList, type RedListEntry } from '../../../contract/red-list.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';
import { studentReferred } from '../students/reference.ts';

interface Row {
  id: number;
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  subject: number;
  subject_name: string;
  subject_code: string;
  attendance_percentage: string;
}

const listing: Listing<ListAsked & { id?: number[]; student?: number[]; subject?: number[] }> = {
  table: 'red_list',
  joins: () => sql`join student s on s.id = x.student_id join subject j on j.id = x.subject_id`,
  columns: () => sql`
    x.id, x.student_id as student, s.student_id, s.first_name, s.last_name,
    x.subject_id as subject, j.subject_name, j.subject_code, x.attendance_percentage`,
  search: (word) => sql`(
    x.student_id in (select id from student where search like ${word})
    or x.subject_id in (select y.id from subject y where ${searchable('y.subject_name', 'y.subject_code')} like ${word}))`,
  filters: ({ id, student, subject }) => [among('x.id', id), among('x.student_id', student), among('x.subject_id', subject)],
  orders: {
    student: [sql`s.student_id`, sql`j.subject_code`],
    subject: [sql`j.subject_code`, sql`s.student_id`],
    attendance_percentage: [sql`x.attendance_percentage`],
  },
};

const present = (row: Row): RedListEntry => ({
  id: row.id,
  student: { id: row.student, student_id: row.student_id, first_name: row.first_name, last_name: row.last_name },
  subject: { id: row.subject, subject_name: row.subject_name, subject_code: row.subject_code },
  attendance_percentage: Number(row.attendance_percentage),
});

const writing: Writing = {
  table: 'red_list',
  async columns({ student, subject, ...body }, { trx }) {
    return {
      ...body,
      ...(student !== undefined && { student_id: await studentReferred(trx, 'student', student) }),
      ...(subject !== undefined && { subject_id: subject }),
    };
  },
  references: { subject_id: 'subject' },
  unique: { red_list_student_id_subject_id_key: ['student', 'already on the red list in this subject'] },
  usedBy: [],
};

/** The red list is posted to without `/create/` as well (spec §7). */
export function redListRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, redList, readingOf(database, listing, today, present), writing, { database, today, alsoCreateAt: [''] });
}
