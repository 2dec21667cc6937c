import { sql } from 'kysely';
import { noteEndpoints } from '#contract/attendance/notes.endpoints.ts';
import type { Note } from '#contract/attendance/note.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { Body, ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { contains } from '#server/platform/resource/search.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';
import { assertNoneIsOwn, notAboutOwn } from '#server/school/own-row.ts';
import { listedStudent } from '#server/school/student-listed.ts';
import { dayOfDate } from '#server/school/when.ts';
import { enrolledOn } from '#server/school/enrolled.ts';

interface Row extends Pick<
  Note,
  | 'id'
  | 'student'
  | 'teacher_id'
  | 'class_schedule_id'
  | 'student_id'
  | 'created_by'
  | 'author'
  | 'note'
  | 'date'
  | 'created_at'
> {
  first_name: string;
  last_name: string;
  subject_name: string;
  group_name: string | null;
  subject_code: string;
  class_type: string;
  start_time: string;
  end_time: string;
}

interface NotesQuery extends ListQuery {
  id?: number[];
  date?: string[];
  from_date?: string;
  to_date?: string;
  class_schedule?: number[];
  student?: number[];
  teacher?: number[];
  subject?: number[];
}

const searchedColumns = [
  'x.note',
  'u.name',
  't.first_name',
  't.last_name',
  's.student_id',
  's.first_name',
  's.last_name',
  'j.subject_name',
  'j.subject_code',
];

const list: ListDefinition<NotesQuery> = {
  table: 'attendance_note',
  hasLongRows: true,
  joins: () => sql`
    join class_schedule c on c.id = x.class_schedule_id
    join subject j on j.id = c.subject_id
    left join ${meetingOn(sql`x.class_schedule_id`, sql`x.date`)}
    join app_user u on u.id = x.created_by
    left join student s on s.id = x.student_id
    left join teacher t on t.id = x.teacher_id`,
  columns: () => sql`
    x.id, x.teacher_id, x.class_schedule_id, x.student_id, x.created_by, u.name as author, x.note,
    x.date, x.created_at, t.first_name, t.last_name,
    case when s.id is not null then ${listedStudent} end as student,
    j.subject_name, j.subject_code, c.group_name, c.class_type, ${asHeld.start} as start_time,
    ${asHeld.end} as end_time`,
  search: (word) => contains(word, searchedColumns),
  filters: ({ id, date, from_date, to_date, class_schedule, student, teacher, subject }) => [
    whereIn('x.id', id),
    date && sql`x.date = any(${date}::date[])`,
    from_date && sql`x.date >= ${from_date}::date`,
    to_date && sql`x.date <= ${to_date}::date`,
    whereIn('x.class_schedule_id', class_schedule),
    whereIn('x.student_id', student),
    whereIn('x.teacher_id', teacher),
    whereIn('c.subject_id', subject),
  ],
  sortKeys: { date: [sql`x.date`], created_at: [sql`x.created_at`] },
};

const toResponse = ({
  first_name,
  last_name,
  subject_name,
  subject_code,
  group_name,
  class_type,
  start_time,
  end_time,
  ...row
}: Row): Note => ({
  ...row,
  teacher: row.teacher_id === null ? null : { id: row.teacher_id, first_name, last_name },
  class_schedule: {
    id: row.class_schedule_id,
    subject: { subject_name, subject_code },
    group_name,
    class_type,
    day_of_week: dayOfDate(row.date),
    start_time,
    end_time,
  },
});

/** Of several roles the first counts: only a leading teacher is restricted to their own notes. */
const isTeacher = (user: CurrentUser) => user.roles[0] === 'teacher';

/**
 * A note may have no teacher, and a caller may not teach: teachers are compared only if the caller
 * teaches.
 */
const isOwn = (row: Body, user: CurrentUser) =>
  row.created_by === user.id || (user.teacherId !== null && row.teacher_id === user.teacherId);

const writer = (now: () => string): ResourceWriter => ({
  table: 'attendance_note',
  ...notAboutOwn('attendance_note'),
  async toColumns(body, { trx, user, current }) {
    if (typeof body.student_id === 'number') await assertNoneIsOwn(trx, [body.student_id], user);
    if (current) return body;
    return {
      ...body,
      teacher_id: body.teacher_id ?? user.teacherId,
      created_by: user.id,
      created_at: now(),
    };
  },
  references: { class_schedule_id: 'class_schedule', student_id: 'student', teacher_id: 'teacher' },
  assertCanChange(row, user) {
    if (isTeacher(user) && !isOwn(row, user))
      throw forbidden('Only who wrote a note may change it.');
  },
  referencedBy: [],
  async afterSave(trx, id, body) {
    if (body.student_id === null || body.student_id === undefined) return;
    const { rows } = await sql`
      select from attendance_note n join enrolment e on e.student_id = n.student_id
        and e.class_schedule_id = n.class_schedule_id
      where n.id = ${id} and ${enrolledOn(sql`n.date`)}`.execute(trx);
    if (rows.length === 0) throw validationError('student_id', 'is not in this class on this date');
  },
});

/** Notes about classes on their dates. */
export function noteRoutes(api: Api, { database, clock }: AppContext): RegisteredResource {
  return registerResource(
    api,
    noteEndpoints,
    createReader(database, list, clock.today, toResponse),
    writer(() => clock.now().toString()),
    {
      database,
      clock,
      assertAllowed({ teacher_id }, user) {
        if (isTeacher(user) && teacher_id != null && teacher_id !== user.teacherId)
          throw forbidden('A teacher writes notes in their own name.');
      },
    },
  );
}
