import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { createFollower } from './follow.ts';
import { followerLock } from './follower-lock.ts';

let school: TestSchool;
let follow: () => Promise<number>;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-09T09:15:00+11:00' });
  follow = standingsOf(school);
  await follow();
});
afterEach(() => school.close());

const mark = (student: string, status: string, date = '2026-03-09', ref = 'mon9') =>
  school.classId(ref).then((class_schedule) =>
    school.call('admin', 'POST', 'attendance/attendance/create/', {
      class_schedule,
      date,
      student,
      status,
    }),
  );
async function standing(student: string) {
  const { rows } = await sql<Record<string, number | string>>`
    select j.subject_code as subject, present, absent, streak, left_meetings as left
    from standing st join student s on s.id = st.student_id join subject j on j.id = st.subject_id
    where s.student_id = ${student} order by 1`.execute(school.database);
  return rows;
}

describe('a step of the follower', () => {
  it('computes the students whose marks changed, and only them', async () => {
    await mark('S1', 'Absent', '2026-03-02');
    await follow();
    await mark('S1', 'Absent');
    await mark('S2', 'Present');
    expect(await follow()).toBe(2);
    expect(await standing('S1')).toMatchObject([
      { subject: 'MAT1', present: 0, absent: 2, streak: 2 },
      { subject: 'MAT2', present: 0, absent: 0, streak: 0 },
    ]);
    expect(await follow()).toBe(0);
  });

  it('leaves the marks of a running transaction for the next one', async () => {
    const { rows } = await sql<{ student: number; class: number; user: number }>`
      select s.id as student, c.id as class, (select min(id) from app_user) as "user"
      from student s, class_schedule c where s.student_id = 'S3' and c.id = ${await school.classId('mon9')}`.execute(
      school.database,
    );
    const one = rows[0]!;
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const slow = school.database.transaction().execute(async (trx) => {
      await sql`
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
        values (${one.student}, ${one.class}, '2026-03-09', 'Absent', 'manual', ${one.user}, now())`.execute(
        trx,
      );
      await sql`
        insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_by, changed_at)
        values (${one.student}, ${one.class}, '2026-03-09', 'Absent', 'manual', ${one.user}, now())`.execute(
        trx,
      );
      written();
      await mayCommit;
    });
    await isWritten;
    await mark('S1', 'Present');
    const step = createFollower(school.context);
    await step();
    await step();
    commit();
    await slow;
    await follow();
    expect(await standing('S3')).toMatchObject([{ absent: 1 }]);
    expect((await standing('S1'))[0]).toMatchObject({ present: 1 });
  });

  it('says until when nothing waits: not later while students wait for the next step (R-RED-3)', async () => {
    const until = async () =>
      (await school.call('admin', 'GET', 'attendance/redlistrules/')).body.counted_until;
    const step = createFollower(school.context);
    const before = new Date(await until());
    const class_schedule = await school.classId('mon9');
    await sql`
      with added as (
        insert into student (student_id, first_name, last_name, date_of_birth, phone_number)
        select 'T' || n, 'A', 'B', '2004-01-01', '1' from generate_series(1, 700) n returning id
      ), enrolled as (
        insert into enrolment (student_id, class_schedule_id, enrolled_from)
        select id, ${class_schedule}::bigint, '2026-02-02' from added
      )
      insert into standing_due (student_id) select id from added`.execute(school.database);
    school.at('2026-03-09T09:20:00+11:00');
    expect(await step()).toMatchObject({ more: true });
    expect(new Date(await until())).toEqual(before);
    await follow();
    expect(new Date(await until())).toEqual(new Date('2026-03-09T09:20:00+11:00'));
  });

  it('counts down the meetings to come as they end, are cancelled or fall on a holiday', async () => {
    const [before] = await standing('S2');
    school.at('2026-03-09T10:30:00+11:00');
    await follow();
    const [after] = await standing('S2');
    expect(after!.left).toBe(Number(before!.left) - 1);
    await school.call('admin', 'POST', 'attendance/holiday/create/', {
      name: 'Flood',
      date_from: '2026-03-16',
      date_to: '2026-03-16',
    });
    await follow();
    expect((await standing('S2'))[0]!.left).toBe(Number(before!.left) - 2);
  });

  it('counts a roll that is begun after its end as unfinished for the others of the class', async () => {
    const unfinished = async (student: string) => {
      const { rows } = await sql<{ unfinished: number }>`
        select unfinished from standing st join student s on s.id = st.student_id
        join subject j on j.id = st.subject_id
        where s.student_id = ${student} and j.subject_code = 'MAT1'`.execute(school.database);
      return rows[0]?.unfinished;
    };
    await mark('S1', 'Present', '2026-03-02');
    await follow();
    expect(await unfinished('S1')).toBe(0);
    expect(await unfinished('S2')).toBe(1);
  });

  it('counts no meetings again for a new enrolment in meetings that are to come', async () => {
    const class_schedule_id = await school.classId('mon9');
    await sql`delete from enrolment where class_schedule_id = ${class_schedule_id}`.execute(
      school.database,
    );
    await sql`truncate standing_due`.execute(school.database);
    // The database's own date is the limit, which is not that of the test.
    for (const [student, first] of [
      ['S1', '2026-03-02'],
      ['S2', '2999-01-01'],
    ] as const)
      await sql`
        insert into enrolment (student_id, class_schedule_id, enrolled_from)
        values (${await school.studentId(student)}, ${class_schedule_id}, ${first})`.execute(
        school.database,
      );
    const { rows } = await sql`
      select s.student_id, d.is_counted from standing_due d join student s on s.id = d.student_id
      where d.class_schedule_id = ${class_schedule_id} order by s.student_id`.execute(
      school.database,
    );
    expect(rows).toEqual([
      { student_id: 'S1', is_counted: false },
      { student_id: 'S2', is_counted: true },
    ]);
  });

  it('counts the meetings of a class once, however many of its students wait', async () => {
    await mark('S1', 'Present', '2026-03-02');
    await follow();
    const class_schedule_id = await school.classId('mon9');
    await sql`
      insert into standing_due (student_id, class_schedule_id)
      select (select min(id) from student), ${class_schedule_id} from generate_series(1, 1050)`.execute(
      school.database,
    );
    await createFollower(school.context)();
    const { rows } = await sql`
      select is_counted, count(*) from standing_due group by 1`.execute(school.database);
    expect(rows).toEqual([{ is_counted: true, count: 50 }]);
  });

  it('stores who was not simply present, those without a mark, too', async () => {
    await mark('S1', 'Present', '2026-03-02');
    await mark('S2', 'Absent', '2026-03-02');
    await follow();
    const { rows } = await sql`
      select x.scheduled, x.outcomes, x.attended,
        array(select s.student_id from unnest(x.students) with ordinality u(id, place)
          join student s on s.id = u.id order by u.place) as students
      from meeting_exception x`.execute(school.database);
    const rest = await sql<{ student_id: string }>`
      select s.student_id from enrolment e join student s on s.id = e.student_id
      where e.class_schedule_id = ${await school.classId('mon9')}
        and s.student_id not in ('S1', 'S2') order by s.id`.execute(school.database);
    const without = rest.rows.map(({ student_id }) => student_id);
    expect(rows).toEqual([
      {
        scheduled: 60,
        students: ['S2', ...without],
        outcomes: [2, ...without.map(() => 4)],
        attended: [0, ...without.map(() => 0)],
      },
    ]);
  });

  it('of a meeting that a process of the previous release counts, exceptions are no longer stored', async () => {
    await mark('S1', 'Present', '2026-03-02');
    await follow();
    await sql`
      insert into meeting_outcome (meeting_id, scheduled, students, outcomes, attended)
      select meeting_id, 60, '{1}', '{0}', '{60}' from meeting_exception`.execute(school.database);
    const count = async () =>
      (
        await sql`select (select count(*) from meeting_exception) as exceptions,
        (select count(*) from meeting_outcome) as outcomes`.execute(school.database)
      ).rows[0];
    expect(await count()).toEqual({ exceptions: 0, outcomes: 1 });
    await mark('S2', 'Present', '2026-03-02');
    await follow();
    expect(await count()).toEqual({ exceptions: 1, outcomes: 0 });
  });

  it('removes students who are archived', async () => {
    const archive = async (what: string) =>
      school.call('admin', 'POST', 'attendance/students/create/', {
        archive: what,
        ids: [await school.studentId('S2')],
      });
    await archive('ids');
    await follow();
    expect(await standing('S2')).toEqual([]);
    await archive('restore');
    await follow();
    expect(await standing('S2')).toHaveLength(1);
  });

  it('is done by one process at a time', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    const other = school.database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${followerLock})`.execute(trx);
      held();
      await mayEnd;
    });
    await isHeld;
    const step = createFollower(school.context);
    expect(await step()).toMatchObject({ followed: false, students: 0, more: false });
    end();
    await other;
    expect((await step()).followed).toBe(true);
  });
});

it('all are computed again each night; what differs is counted', async () => {
  await mark('S1', 'Present');
  await follow();
  school.at('2026-03-10T04:00:00+11:00');
  await follow();
  const progress = async () =>
    (
      await sql<{ differences: number; computed_on: string }>`
        select differences, computed_on from standing_progress`.execute(school.database)
    ).rows[0];
  expect(await progress()).toEqual({ differences: 0, computed_on: '2026-03-10' });
  await sql`update standing set absent = absent + 1`.execute(school.database);
  school.at('2026-03-11T04:00:00+11:00');
  await follow();
  expect((await progress())!.differences).toBeGreaterThan(2);
  expect((await standing('S1'))[0]).toMatchObject({ present: 1, absent: 0 });
  school.at('2026-03-12T04:00:00+11:00');
  await follow();
  expect(await progress()).toEqual({ differences: 0, computed_on: '2026-03-12' });
});
