import { sql, type RawBuilder } from 'kysely';
import { studentFieldNames } from '#contract/student-fields.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { longRowsAtOnce } from '#server/platform/http/answer-size.ts';
import { detailColumns, withDetails } from '#server/school/attendance.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { mentionsStudent } from './mentions.ts';
import { rosterQueries } from './student-data-roster.ts';
import type { TableQuery } from './table-query.ts';

type Rows = Record<string, string | number | boolean | null>[];

/** One table of a student's data. */
export interface StudentTable {
  isEmpty: boolean;
  /**
   * Its rows in pages of some hundred, with names instead of ids: hundreds of notes are megabytes.
   */
  pages(): AsyncGenerator<Rows>;
}

/** All data stored about a student. */
export interface StudentData {
  student: Record<string, unknown> & {
    student_id: string;
    first_name: string;
    last_name: string;
    profile_image: string | null;
  };
  tables: Record<string, StudentTable>;
  /** Files: name in the archive, key in the store. */
  files: [name: string, key: string][];
}

const classOf = sql`
  s.subject_code, s.subject_name, c.class_type, c.day_of_week, c.start_time, c.end_time`;
/** The same columns as they were on a date. */
const heldClass = (date: RawBuilder<unknown>) => sql`
  s.subject_code, s.subject_name, c.class_type, ${weekdayOf(date)} as day_of_week,
  ${asHeld.start} as start_time, ${asHeld.end} as end_time`;
const heldJoins = (on: RawBuilder<unknown>, date: RawBuilder<unknown>) =>
  sql`${classJoins(on)} left join ${meetingOn(on, date)}`;
const classJoins = (on: RawBuilder<unknown>) =>
  sql`join class_schedule c on c.id = ${on} join subject s on s.id = c.subject_id`;

/** Collects all data of a student; null when there is no such student. */
export async function collectStudentData(
  database: Database,
  id: number,
): Promise<StudentData | null> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const found = await sql<StudentData['student']>`
        select id, uuid, ${sql.join(studentFieldNames.map((name) => sql.ref(name)))},
          archived_at, erased_at from student where id = ${id}`.execute(trx);
      const [student] = found.rows;
      if (!student) return null;
      const tables: StudentData['tables'] = {};
      for (const [name, query] of Object.entries(queriesOf(id, student)))
        tables[name] = await tableOf(trx, database, query);
      const leaves = await trx
        .selectFrom('leave')
        .select(['leave_from', 'supporting_document'])
        .where('student_id', '=', id)
        .orderBy('leave_from')
        .orderBy('id')
        .execute();
      const files: StudentData['files'] = [];
      const { profile_image: photo } = student;
      if (photo) files.push([`photo${extensionOf(photo)}`, photo]);
      for (const [number, { leave_from, supporting_document: key }] of leaves.entries())
        if (key) files.push([`leave-${leave_from}-${number + 1}${extensionOf(key)}`, key]);
      const requests = await trx
        .selectFrom('leave_request')
        .select(['leave_from', 'supporting_document'])
        .where('student_id', '=', id)
        .orderBy('id')
        .execute();
      for (const [number, { leave_from, supporting_document: key }] of requests.entries())
        if (key) files.push([`leave-request-${leave_from}-${number + 1}${extensionOf(key)}`, key]);
      return { student, tables, files };
    });
}

const queriesOf = (id: number, student: StudentData['student']): Record<string, TableQuery> => ({
  enrolments: {
    columns: sql`${classOf}, m.year, m.semester, e.enrolled_from, e.enrolled_to, e.created_at`,
    from: sql`
      enrolment e ${classJoins(sql`e.class_schedule_id`)} join semester m on m.id = c.semester_id`,
    id: sql`e.id`,
    where: sql`e.student_id = ${id}`,
    order: sql`e.enrolled_from, e.id`,
  },
  cohorts: {
    columns: sql`k.name, k.year, a.assigned_from, a.assigned_to, a.created_at`,
    from: sql`cohort_assignment a join cohort k on k.id = a.cohort_id`,
    id: sql`a.id`,
    where: sql`a.student_id = ${id}`,
    order: sql`a.assigned_from, a.id`,
  },
  transfers: {
    columns: sql`
      f.name as from_cohort, t.name as to_cohort, x.transfer_date, x.created_at, x.undone_at`,
    from: sql`cohort_transfer x
      join cohort_assignment fa on fa.id = x.from_assignment_id join cohort f on f.id = fa.cohort_id
      join cohort_assignment ta on ta.id = x.to_assignment_id join cohort t on t.id = ta.cohort_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  attendance: {
    columns: sql`a.date, ${heldClass(sql`a.date`)}, a.status, a.how, u.name as marked_by, a.marked_at,
      ${detailColumns}, d.excuse, d.excuse_note`,
    from: sql`attendance a ${heldJoins(sql`a.class_schedule_id`, sql`a.date`)} ${withDetails}
      left join app_user u on u.id = a.marked_by`,
    id: sql`a.id`,
    where: sql`a.student_id = ${id}`,
    order: sql`a.date, ${asHeld.start}, a.id`,
  },
  changes: {
    columns: sql`
      h.date, ${heldClass(sql`h.date`)}, h.from_status, h.to_status, h.how, u.name as changed_by, h.changed_at,
      h.made_at, h.late_minutes, h.left_early_minutes, h.excuse`,
    from: sql`attendance_history h ${heldJoins(sql`h.class_schedule_id`, sql`h.date`)}
      left join app_user u on u.id = h.changed_by`,
    id: sql`h.id`,
    where: sql`h.student_id = ${id}`,
    order: sql`h.changed_at, h.id`,
  },
  'merged-students': {
    columns: sql`${sql.join(studentFieldNames.map((name) => sql.ref(`x.${name}`)))}, m.done_at`,
    from: sql`student x join student_merge m on m.from_id = x.id`,
    id: sql`m.id`,
    where: sql`x.merged_into = ${id}`,
    order: sql`m.id`,
  },
  leaves: {
    columns: sql`
      l.leave_from, l.leave_to, l.faculty_email, l.reason_for_leave, l.supporting_document,
      l.archived_at`,
    from: sql`leave l`,
    id: sql`l.id`,
    where: sql`l.student_id = ${id}`,
    order: sql`l.leave_from, l.id`,
  },
  'leave-requests': {
    columns: sql`
      x.leave_from, x.leave_to, x.reason_for_leave, x.supporting_document, x.state, x.requested_at,
      x.decided_at, u.name as decided_by, x.answer`,
    from: sql`leave_request x left join app_user u on u.id = x.decided_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.requested_at, x.id`,
  },
  'check-ins-by-code': {
    columns: sql`x.date, s.subject_code, x.arrived_at, encode(x.device, 'escape') as browser`,
    from: sql`qr_check_in x join qr_session q on q.id = x.qr_session_id
      ${classJoins(sql`q.class_schedule_id`)}`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.arrived_at`,
  },
  'taps-at-devices': {
    columns: sql`x.tapped_at, v.name as device, x.card, x.outcome, s.subject_code, x.date`,
    from: sql`device_tap x join device v on v.id = x.device_id
      left join class_schedule c on c.id = x.class_schedule_id
      left join subject s on s.id = c.subject_id`,
    id: sql`x.sequence`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.tapped_at, x.sequence`,
  },
  'held-marks': {
    columns: sql`x.date, s.subject_code, x.status, x.from_status, x.detail, x.made_at, u.name as made_by, x.decision`,
    from: sql`held_mark x ${classJoins(sql`x.class_schedule_id`)}
      left join app_user u on u.id = x.made_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  cards: {
    columns: sql`x.number, x.given_at, u.name as given_by, x.for_print, x.ended_at, v.name as ended_by, x.reason`,
    from: sql`student_card x left join app_user u on u.id = x.given_by
      left join app_user v on v.id = x.ended_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  account: {
    columns: sql`x.email, x.name, x.created_at`,
    from: sql`app_user x`,
    id: sql`x.id`,
    where: sql`x.own_student_id = ${id}`,
    order: sql`x.id`,
  },
  letters: {
    columns: sql`x.number, x.kind, j.subject_code, x.title, x.body, u.name as made_by, x.made_at`,
    from: sql`letter x join app_user u on u.id = x.made_by
      left join subject j on j.id = x.subject_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.made_at, x.id`,
  },
  guardians: {
    columns: sql`gu.name, gu.relation, gu.email, gu.phone, gu.gets_messages, gu.consent_at,
      gu.created_at`,
    from: sql`guardian gu`,
    id: sql`gu.id`,
    where: sql`gu.student_id = ${id}`,
    order: sql`gu.id`,
  },
  ...rosterQueries(id),
  'stopped-messages': {
    columns: sql`gu.name as guardian, x.stopped_at, u.name as stopped_by`,
    from: sql`message_stop x left join guardian gu on gu.id = x.guardian_id
      left join app_user u on u.id = x.stopped_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  messages: {
    columns: sql`x.day, x.kind, x.recipient, x.address, x.state, x.reason, x.created_at, x.handed_at,
      x.ended_at, mail.subject, mail.body,
      (select string_agg(j.subject_code, ', ' order by j.subject_code)
        from student_message_class n join class_schedule c on c.id = n.class_schedule_id
        join subject j on j.id = c.subject_id where n.message_id = x.id) as classes`,
    from: sql`student_message x left join mail on mail.id = x.mail_id`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.created_at, x.id`,
  },
  'red-list': {
    columns: sql`s.subject_code, s.subject_name, r.attendance_percentage, r.archived_at`,
    from: sql`red_list r join subject s on s.id = r.subject_id`,
    id: sql`r.id`,
    where: sql`r.student_id = ${id}`,
    order: sql`s.subject_code, r.id`,
  },
  'follow-ups': {
    columns: sql`m.year, m.semester, s.subject_code, s.subject_name, o.name as owner, f.due_on,
      b.name as begun_by, f.begun_at, f.begun_rate, f.begun_absent, c.name as closed_by, f.closed_at,
      f.closed_rate, f.closed_absent, f.outcome, f.outcome_note`,
    from: sql`follow_up f join semester m on m.id = f.semester_id
      left join subject s on s.id = f.subject_id join app_user o on o.id = f.owner_id
      join app_user b on b.id = f.begun_by left join app_user c on c.id = f.closed_by`,
    id: sql`f.id`,
    where: sql`f.student_id = ${id}`,
    order: sql`f.begun_at, f.id`,
  },
  'follow-up-steps': {
    columns: sql`s.subject_code, f.begun_at, p.done_on, p.kind, p.note, p.outcome,
      u.name as written_by, p.written_at, p.corrected_at, p.removed_at`,
    from: sql`follow_up_step p join follow_up f on f.id = p.follow_up_id
      left join subject s on s.id = f.subject_id join app_user u on u.id = p.written_by`,
    id: sql`p.id`,
    where: sql`f.student_id = ${id}`,
    order: sql`p.done_on, p.id`,
  },
  notes: {
    columns: sql`n.date, ${heldClass(sql`n.date`)}, n.note, u.name as author, n.created_at`,
    from: sql`attendance_note n ${heldJoins(sql`n.class_schedule_id`, sql`n.date`)}
      join app_user u on u.id = n.created_by`,
    id: sql`n.id`,
    where: sql`(n.student_id = ${id} or ${mentionsStudent(student)})`,
    order: sql`n.date, n.id`,
  },
  'bulk-changes': {
    columns: sql`o.done_at, o.kind, o.about, b.table_name, b.before::text as before,
      b.after::text as after`,
    from: sql`bulk_operation_row b join bulk_operation o on o.id = b.operation_id`,
    id: sql`b.id`,
    where: sql`b.student_id = ${id}`,
    order: sql`o.done_at, b.id`,
  },
  'audit-log': {
    columns: sql`d.at, d.kind, d.what, d.actor, d.about::text as about`,
    from: sql`audit d`,
    id: sql`d.id`,
    where: sql`d.about -> 'student' @> to_jsonb(${id}::bigint)`,
    order: sql`d.at, d.id`,
  },
});

/** Reads the ids at once, and the rows page by page while they are sent. */
async function tableOf(
  trx: Database,
  database: Database,
  { columns, from, id, where, order }: TableQuery,
): Promise<StudentTable> {
  const { rows } = await sql<{
    id: number;
  }>`select ${id} as id from ${from} where ${where} order by ${order}`.execute(trx);
  const ids = rows.map((row) => row.id);
  return {
    isEmpty: ids.length === 0,
    async *pages() {
      for (let at = 0; at < ids.length; at += longRowsAtOnce) {
        const some = ids.slice(at, at + longRowsAtOnce);
        const page = await sql<Rows[number]>`
          select ${columns} from ${from}
          where ${id} = any(${some}::bigint[]) order by ${order}`.execute(database);
        yield page.rows;
      }
    },
  };
}

const extensionOf = (key: string): string => /\.\w+$/.exec(key)?.[0] ?? '';
