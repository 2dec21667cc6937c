import { sql } from 'kysely';
import { runningRollCall } from './building-rows.ts';
import { keyOfDevice } from './device.ts';
import type { TestSchool } from './test-school.ts';

/** Ids of two rows for a path: one of the teacher Tess, one of the teacher Theo. */
export interface Pair {
  own: string;
  foreign: string;
}

const date = '2026-03-02';

/**
 * Existing rows for the parameters of every route. Check-ins, notes and marks are inserted again
 * each time, since calls delete them.
 */
export async function rowsFor(school: TestSchool): Promise<(route: string) => Promise<Pair>> {
  const { database } = school;
  const first = async (table: string, where = sql`true`) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(table)} where ${where} order by id limit 1`.execute(database);
    return String(rows[0]?.id ?? 424_242);
  };
  const [mine, theirs] = [await school.classId('mon9'), await school.classId('mon9b')];
  const teacherOf = async (id: number) =>
    Number(
      await first('teacher', sql`id = (select teacher_id from class_schedule where id = ${id})`),
    );
  const [tess, theo] = [await teacherOf(mine), await teacherOf(theirs)];
  const studentOf = async (id: number) =>
    first(
      'student',
      sql`id = (select min(student_id) from enrolment where class_schedule_id = ${id})`,
    );
  const students: Pair = { own: await studentOf(mine), foreign: await studentOf(theirs) };
  const userOf = async (teacher: number) =>
    Number(await first('app_user', sql`email = (select email from teacher where id = ${teacher})`));

  const insert = async (table: string, values: Record<string, unknown>) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))}) on conflict do nothing returning id`.execute(
      database,
    );
    return String(
      rows[0]?.id ??
        (await first(
          table,
          sql`class_schedule_id = ${values.class_schedule_id} and date = ${values.date}`,
        )),
    );
  };
  const checkIn = async (class_schedule_id: number, teacher_id: number) =>
    insert('payroll_log', {
      date,
      class_schedule_id,
      teacher_id,
      duration_minutes: 60,
      created_by: await userOf(teacher_id),
      checked_in_at: `${date}T00:00:00Z`,
    });
  const note = async (class_schedule_id: number, teacher_id: number) =>
    insert('attendance_note', {
      date,
      class_schedule_id,
      teacher_id,
      note: 'Projector',
      created_by: await userOf(teacher_id),
      created_at: `${date}T00:00:00Z`,
    });
  const mark = (class_schedule_id: number, student: string) =>
    insert('attendance', {
      date,
      class_schedule_id,
      student_id: Number(student),
      status: 'Present',
      how: 'manual',
      marked_at: `${date}T00:00:00Z`,
    });

  /** A blocked sign-in of an address without a role here. */
  const blocked = async (subject: string) => {
    const email = 'nora@school.example';
    await sql`
      insert into app_user (email, name) values (${email}, 'Nora') on conflict do nothing`.execute(
      database,
    );
    const user_id = Number(await first('app_user', sql`email = ${email}`));
    const { issuer } = school.issuer;
    await sql`insert into sign_in_binding (user_id, issuer, subject)
      values (${user_id}, ${issuer}, 'nora-1') on conflict do nothing`.execute(database);
    const at = `${date}T00:00:00Z`;
    const { rows } = await sql<{ id: number }>`
      insert into blocked_sign_in (user_id, issuer, subject, name, role, first_at, last_at)
      values (${user_id}, ${issuer}, ${subject}, 'Nora', 'teacher', ${at}, ${at})
      on conflict (user_id, issuer, subject) do update set last_at = excluded.last_at
      returning id`.execute(database);
    return String(rows[0]!.id);
  };

  const payRun = async () => {
    await sql`
      insert into pay_run (id, from_date, to_date, lines, corrections, minutes, amount_cents,
        columns, checksum, made_by, made_at)
      values (1, ${date}, ${date}, 0, 0, 0, 0, 22, 'none', ${await userOf(tess)}, ${date})
      on conflict do nothing`.execute(database);
    return { own: '1', foreign: '1' };
  };

  const closing = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into room_closing (classroom_id, closed_from, closed_to, reason, created_by, created_at)
      select min(id), ${date}, ${date}, 'Paint', ${await userOf(tess)}::bigint, ${date}
      from classroom returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };

  const savedReport = async (teacher: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into saved_report (name, address, created_by, created_at)
      values ('Rates', 'by=subject', ${await userOf(teacher)}::bigint, ${date})
      returning id`.execute(database);
    return String(rows[0]?.id);
  };

  const letter = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into letter (number, kind, student_id, title, body, made_by, made_at)
      select 'K7QM3XHD9T2W', 'certificate', min(id), 'Certificate', 'Text',
        ${await userOf(tess)}::bigint, ${date} from student
      on conflict (number) do update set body = excluded.body returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };
  /** An open one, of a student who is in no class of the other teacher. */
  const followUp = async (student: string, teacher: number) => {
    const owner = await userOf(teacher);
    const { rows } = await sql<{ id: number }>`
      insert into follow_up (student_id, semester_id, owner_id, due_on, begun_by, begun_at,
        changed_by, changed_at)
      select ${student}::bigint, min(id), ${owner}::bigint, ${date}::date, ${owner}::bigint,
        ${date}::timestamptz, ${owner}::bigint, ${date}::timestamptz
      from semester
      on conflict (student_id, semester_id, subject_id) where closed_at is null
        do update set version = follow_up.version
      returning id`.execute(database);
    return String(rows[0]?.id);
  };
  const openFollowUps = async () => ({
    own: await followUp(students.own, tess),
    foreign: await followUp(students.foreign, theo),
  });
  const users = async () => ({
    own: String(await userOf(tess)),
    foreign: String(await userOf(theo)),
  });
  const step = async (of: string, teacher: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into follow_up_step (follow_up_id, kind, done_on, written_by, written_at)
      values (${of}::bigint, 'spoke', ${date}, ${await userOf(teacher)}::bigint, ${date})
      returning id`.execute(database);
    return String(rows[0]?.id);
  };

  /** Requests of S1 and S2; a decision or a withdrawal is followed by new ones. */
  const leaveRequest = async (code: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into leave_request (student_id, leave_from, leave_to, reason_for_leave, requested_by,
        requested_at)
      select id, ${date}, ${date}, 'Ill', (select min(id) from app_user), ${date}
      from student where student_id = ${code} returning id`.execute(database);
    return String(rows[0]?.id);
  };
  const leaveRequests = async () => ({
    own: await leaveRequest('S1'),
    foreign: await leaveRequest('S2'),
  });

  const guardian = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into guardian (student_id, name, created_by, created_at)
      values (${students.own}::bigint, 'Gus', ${await userOf(tess)}::bigint, ${date}::timestamptz)
      returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };
  /** A former card; its reason changes. */
  const card = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into student_card (student_id, number, ended_at, reason)
      values (${students.own}::bigint, '31000099', ${date}::timestamptz, 'returned')
      returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };
  /** An archived teacher. */
  const bulkOperation = async () => {
    const { rows } = await sql<{ id: number }>`
      with done as (
        insert into bulk_operation (kind, about, done_by, done_at, rights)
        values ('archive', 'teachers', ${await userOf(tess)}::bigint, ${date}::timestamptz, '{}')
        returning id
      ), rows as (
        insert into bulk_operation_row (operation_id, table_name, row_key, before, after)
        select id, 'teacher', '424242', '{"phone": "1"}', '{"phone": "2"}' from done
      )
      select id from done`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };
  /** Once of each name. */
  const device = async (name: string) => {
    await sql`delete from device where name = ${name}`.execute(database);
    const [, id = ''] = (await keyOfDevice(database, { name })).split('_');
    return id;
  };
  /** One that was stopped, and may be sent again. */
  const studentMessage = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into student_message (student_id, day, kind, recipient, state, due_at, created_at)
      select ${students.own}::bigint, ${date}, 'absence', 'student', 'stopped',
        ${date}::timestamptz, ${date}::timestamptz
      on conflict (student_id, day, kind)
        where state <> 'cancelled' and recipient = 'student' and kind <> 'alert'
        do update set state = 'stopped', mail_id = null returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };

  /** One in use; a revoked one is followed by a new one. */
  const accessToken = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into access_token (name, hash, scopes, user_id, issuer, subject, created_at, expires_at)
      values ('Sync', sha256(gen_random_uuid()::text::bytea), '{Students:read}',
        ${await userOf(tess)}::bigint, 'issuer', 'subject', ${date}::timestamptz, '2026-12-01')
      returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };

  /** Leads to no network that is allowed. A deleted one is followed by a new one. */
  const webhook = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into webhook (name, url, kinds, secret, created_by, created_at)
      values (gen_random_uuid()::text, 'https://127.0.0.1/', '{students}', '',
        ${await userOf(tess)}::bigint, ${date}::timestamptz)
      returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };

  /** One that was checked. A discarded one is followed by a new one. */
  const importRun = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into import_run (kind, file_name, sha256, started_by, started_at, state)
      values ('calendar', 'a.ics', '', ${await userOf(tess)}::bigint, ${date}::timestamptz, 'checked')
      returning id`.execute(database);
    return { own: String(rows[0]?.id), foreign: String(rows[0]?.id) };
  };

  const made: Record<string, () => Promise<Pair>> = {
    'access-tokens': accessToken,
    building: async () => {
      const id = String(await runningRollCall(database));
      return { own: id, foreign: id };
    },
    'import-runs': importRun,
    webhooks: webhook,
    'leave-requests': leaveRequests,
    'my-attendance': leaveRequests,
    'student-messages': studentMessage,
    guardians: guardian,
    cards: card,
    devices: async () => ({ own: await device('A'), foreign: await device('B') }),
    'follow-ups': openFollowUps,
    'follow-up-steps': async () => {
      const { own, foreign } = await openFollowUps();
      return { own: await step(own, tess), foreign: await step(foreign, theo) };
    },
    'audit-users': users,
    'follow-up-owners': users,
    'bulk-operations': bulkOperation,
    'pay-runs': payRun,
    'room-closings': closing,
    letters: letter,
    templates: async () => ({ own: 'certificate', foreign: 'certificate' }),
    'saved-reports': async () => ({
      own: await savedReport(tess),
      foreign: await savedReport(theo),
    }),
    'payroll-logs': async () => ({
      own: await checkIn(mine, tess),
      foreign: await checkIn(theirs, theo),
    }),
    'attendance-note': async () => ({
      own: await note(mine, tess),
      foreign: await note(theirs, theo),
    }),
    attendance: async () => ({
      own: await mark(mine, students.own),
      foreign: await mark(theirs, students.foreign),
    }),
    classschedule: async () => ({ own: String(mine), foreign: String(theirs) }),
    teachers: async () => ({ own: String(tess), foreign: String(theo) }),
    students: async () => students,
    'sign-in-blocks': async () => ({
      own: await blocked('nora-2'),
      foreign: await blocked('nora-3'),
    }),
  };
  const tables: Record<string, string> = {
    audit: 'audit',
    courses: 'course',
    subjects: 'subject',
    specializations: 'specialization',
    semesters: 'semester',
    classroom: 'classroom',
    holiday: 'holiday',
    studentassignment: 'enrolment',
  };

  return async (route) => {
    const kind = /attendance\/([\w-]+)/.exec(route.replace('/api/v2/', ''))?.[1] ?? '';
    if (route.includes(':student')) return students;
    const found = await made[kind]?.();
    if (found) return found;
    const id = tables[kind] ? await first(tables[kind]) : '424242';
    return { own: id, foreign: id };
  };
}
