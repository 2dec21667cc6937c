import { sql } from 'kysely';
import { leaveCreate, leaves, type Leave } from '../../../contract/leave.ts';
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
  leave_from: string;
  leave_to: string;
  faculty_email: string;
  reason_for_leave: string;
  supporting_document: string | null;
}

const listing: Listing<ListAsked & { id?: number[]; student?: number[]; from_date?: string; to_date?: string }> = {
  table: 'leave',
  joins: () => sql`join student s on s.id = x.student_id`,
  columns: () => sql`
    x.id, x.student_id as student, s.student_id, s.first_name, s.last_name,
    x.leave_from, x.leave_to, x.faculty_email, x.reason_for_leave, x.supporting_document`,
  search: (word) => sql`(
    x.student_id in (select id from student where search like ${word})
    or ${searchable('x.reason_for_leave', 'x.faculty_email')} like ${word})`,
  filters: ({ id, student, from_date, to_date }) => [
    among('x.id', id),
    among('x.student_id', student),
    from_date && sql`x.leave_to >= ${from_date}::date`,
    to_date && sql`x.leave_from <= ${to_date}::date`,
  ],
  orders: { leave_from: [sql`x.leave_from`], leave_to: [sql`x.leave_to`], student: [sql`s.student_id`, sql`x.leave_from`] },
};

export function leaveRoutes(api: Api, { database, clock: { today }, files }: Parts): Mounted {
  const present = ({ student, student_id, first_name, last_name, supporting_document, ...row }: Row): Leave => ({
    ...row,
    student_id: student,
    student: { id: student, student_id, first_name, last_name },
    supporting_document: files.link(supporting_document),
  });

  const writing: Writing = {
    table: 'leave',
    async columns({ student_id, supporting_document, ...body }, { trx, who, current }) {
      return {
        ...body,
        ...(student_id !== undefined && { student_id: await studentReferred(trx, 'student_id', student_id) }),
        ...(supporting_document !== undefined && {
          supporting_document: await files.take(trx, {
            field: 'supporting_document',
            category: 'leave-application',
            link: supporting_document,
            user: who.id,
            current: current?.supporting_document,
          }),
        }),
      };
    },
    afterCommit: () => files.removeReleased(),
    usedBy: [],
  };

  return mountSection(api, leaves, readingOf(database, listing, today, present), writing, { database, today, createBody: leaveCreate });
}
