import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckKind, Finding } from '#contract/attendance/check.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { countNightly } from './counts.ts';

let school: TestSchool;
let ids: Record<'mon9' | 'mon10' | 'tue14', number>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-12T10:00:00+11:00' });
  ids = {
    mon9: await school.classId('mon9'),
    mon10: await school.classId('mon10'),
    tue14: await school.classId('tue14'),
  };
});
afterAll(() => school.close());

const found = async (kind: CheckKind, caller: Caller = 'admin'): Promise<Finding[]> => {
  const answer = await school.call(caller, 'GET', `attendance/checks/findings/?kind=${kind}`);
  expect(answer.status).toBe(200);
  return answer.body.results;
};
const countOf = async (kind: CheckKind, caller: Caller = 'admin') => {
  const { body } = await school.call(caller, 'GET', 'attendance/checks/');
  return (body.results as { kind: CheckKind; count: number }[]).find((it) => it.kind === kind)
    ?.count;
};
const run = (statement: string) => sql.raw(statement).execute(school.database);
const names = (all: Finding[]) => all.map(({ student }) => student?.student_id);
const classes = (all: Finding[]) => all.map((it) => it.class_schedule?.id);

describe('a check finds (R-CHECK-1)', () => {
  it('rolls that were not taken, with the number of missing marks', async () => {
    const all = await found('rolls_not_taken');
    expect(all.find(({ class_schedule }) => class_schedule?.id === ids.mon9)).toMatchObject({
      date: '2026-03-09',
      count: 4,
      class_schedule: { day_of_week: 'Monday', start_time: '09:00', teacher: 'Tess Teacher' },
    });
    expect(await countOf('rolls_not_taken')).toBe(all.length);
  });

  it('marks that arrived after their class was cancelled, not earlier ones', async () => {
    const mark = (student: string, at: string) =>
      run(`
        with a as (
          insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
          select id, ${ids.tue14}, '2026-03-10', 'Present', 'card', '${at}' from student
          where student_id = '${student}'
          returning student_id)
        insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
        select student_id, ${ids.tue14}, '2026-03-10', 'Present', 'card', '${at}' from a`);
    await mark('S2', '2026-03-10T03:05:00Z');
    await run(`
      update class_meeting set status = 'cancelled', status_changed_at = '2026-03-10T03:10:00Z'
      where class_schedule_id = ${ids.tue14} and date = '2026-03-10'`);
    expect(await found('marks_of_changed_class')).toEqual([]);
    await mark('S1', '2026-03-10T03:20:00Z');
    expect(await found('marks_of_changed_class')).toMatchObject([
      { class_schedule: { id: ids.tue14 }, date: '2026-03-10', count: 1 },
    ]);
  });

  it('check-ins of classes without marks', async () => {
    await run(`
      insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, created_by,
        checked_in_at, owner_id, class_teacher_id)
      select '2026-03-09', c.id, c.teacher_id, 60, u.id, now(), u.id, c.teacher_id
      from class_schedule c cross join (select min(id) as id from app_user) u
      where c.id = ${ids.mon10}`);
    expect(await found('check_ins_without_marks')).toMatchObject([
      { class_schedule: { id: ids.mon10 }, date: '2026-03-09' },
    ]);
  });

  it('classes with several cancelled dates to come, without weeks of their own (R-WEEK-1)', async () => {
    expect(await found('classes_like_weeks')).toEqual([]);
    await run(`
      update class_meeting set status = 'cancelled'
      where class_schedule_id = ${ids.mon10} and date in ('2026-03-16', '2026-03-30', '2026-04-13')`);
    expect(await found('classes_like_weeks')).toMatchObject([
      { class_schedule: { id: ids.mon10 }, count: 3 },
    ]);
    await run(`
      update class_meeting set status = 'scheduled'
      where class_schedule_id = ${ids.mon10} and date in ('2026-03-16', '2026-03-30', '2026-04-13')`);
  });

  it('rooms whose number names several that are here (R-CLASS-8)', async () => {
    await run(`insert into classroom (room_number, capacity) values
      ('B1', 10), ('B2', 10), ('B1, b2', 20), ('B1, Main Building', 20)`);
    expect(await found('rooms_like_several')).toMatchObject([
      { room: { number: 'B1, b2', parts: [{ number: 'B1' }, { number: 'B2' }] } },
    ]);
    expect(await countOf('rooms_like_several')).toBe(1);
    await run(`delete from classroom where room_number like 'B%'`);
  });

  it('classes without students, and students without classes', async () => {
    expect(await found('classes_without_students')).toEqual([]);
    await run(`
      update enrolment set enrolled_to = '2026-03-11' where class_schedule_id = ${ids.mon10}`);
    expect(classes(await found('classes_without_students'))).toEqual([ids.mon10]);
    expect(names(await found('students_without_classes'))).toEqual([]);
    await run(`
      update enrolment set enrolled_to = '2026-03-11'
      where student_id = (select id from student where student_id = 'S4')`);
    expect(names(await found('students_without_classes'))).toEqual(['S4']);
    expect(await countOf('students_without_classes')).toBe(1);
  });

  it('enrolments outside of their semester', async () => {
    await run(`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${ids.mon10}, '2026-07-01' from student where student_id = 'S5'`);
    expect(names(await found('enrolments_outside_semester'))).toEqual(['S5']);
  });

  it('students who are probably the same person', async () => {
    await run(`
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      values ('S9', 'BO', 'nguyễn', '1', '2004-05-06'), ('S10', 'Bo', 'Nguyễn', '1', '2004-05-07')`);
    expect(await found('duplicate_students')).toMatchObject([
      { student: { student_id: 'S2' }, other: { student_id: 'S9' } },
    ]);
  });

  it('cards that are never read although their students attend', async () => {
    const marks = (student: string, how: string) =>
      run(`
        insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
        select id, ${ids.mon9}, date '2026-03-01' + n, 'Present', '${how}', now()
        from student cross join generate_series(1, 5) n where student_id = '${student}'`);
    await marks('S5', 'typed');
    // Has no card.
    await marks('S3', 'typed');
    await marks('S1', 'card');
    expect(await found('unused_cards')).toMatchObject([
      { student: { student_id: 'S5' }, count: 5 },
    ]);
  });
});

it('mails that could not be sent, for who sees the page of mails (R-MAIL-1)', async () => {
  await run(`
    insert into mail (kind, asked, recipient, subject, body, state, reason, created_at, finished_at)
    select 'list', '{}', r, 'Red list', '', state, '550 no such user', at, at::timestamptz
    from (values ('old@x.example', 'failed', timestamptz '2026-01-02'),
      ('erased', 'failed', '2026-03-11'), ('sent@x.example', 'done', '2026-03-11'),
      ('gone@x.example', 'failed', '2026-03-11')) m(r, state, at)`);
  expect(await found('failed_mails')).toMatchObject([
    { mail: { recipient: 'gone@x.example', reason: '550 no such user' } },
  ]);
  expect(await countOf('failed_mails')).toBe(1);
});

it('counts of a night are stored once, and compared with those of now (R-CHECK-2)', async () => {
  const read = async () => (await school.call('admin', 'GET', 'attendance/checks/')).body;
  const days = async () =>
    (
      await sql<{ day: string }>`select distinct day from check_count order by 1`.execute(
        school.database,
      )
    ).rows.map(({ day }) => day);
  expect(await read()).toMatchObject({ compared_with: null, as_of: '2026-03-11T23:00:00Z' });
  await run(
    `insert into check_count (day, kind, count, counted_at) values ('2025-12-01', 'x', 1, now())`,
  );
  school.at('2026-03-12T01:59:00+11:00');
  expect(await countNightly(school.context)).toBe(false);
  school.at('2026-03-12T02:00:00+11:00');
  expect(await countNightly(school.context)).toBe(true);
  expect(await countNightly(school.context)).toBe(false);
  expect(await days()).toEqual(['2026-03-12']);
  // The same day is not compared with itself.
  expect((await read()).compared_with).toBeNull();
  school.at('2026-03-13T10:00:00+11:00');
  const before = await countOf('duplicate_students');
  await run(`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    values ('S11', 'Cai', 'Østby', '1', '2004-05-06')`);
  const { compared_with, results } = await read();
  expect(compared_with).toBe('2026-03-12');
  expect(results).toContainEqual({
    kind: 'duplicate_students',
    count: before! + 1,
    before,
  });
  school.at('2026-03-12T10:00:00+11:00');
});

describe('classes without a pay code', () => {
  it('require permission to read pay codes', async () => {
    expect(await countOf('classes_without_pay_code')).toBeUndefined();
    const path = 'attendance/checks/findings/?kind=classes_without_pay_code';
    expect((await school.call('admin', 'GET', path)).status).toBe(403);
    expect(classes(await found('classes_without_pay_code', 'account'))).toContain(ids.mon9);
    expect(await countOf('classes_without_pay_code', 'account')).toBe(5);
  });
});

it('an unknown check is refused', async () => {
  const answer = await school.call('admin', 'GET', 'attendance/checks/findings/?kind=weather');
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['kind']]);
});

it('pairs of names, cards and pay codes that were there before spellings were compared (R-KEY-2)', async () => {
  await run(`
    alter table classroom disable trigger user; alter table student disable trigger user;
    alter table pay_code disable trigger user;
    insert into classroom (room_number, capacity, key_form) values ('Lab', 1, 'lab'), ('LAB', 1, null);
    insert into pay_code (paycode, amount_cents, paycode_type, key_form)
    values ('Tut', 1, 'tutorial_regular', 'tut'), ('TUT', 1, 'tutorial_regular', null);
    update student set rfid_number = 'ab12', key_form = 'ab12' where student_id = 'S1';
    update student set rfid_number = 'AB12', key_form = null where student_id = 'S2';
    alter table classroom enable trigger user; alter table student enable trigger user;
    alter table pay_code enable trigger user`);
  expect(await found('same_names')).toMatchObject([
    { same: { what: 'classroom', name: 'LAB', other_name: 'Lab' } },
  ]);
  expect(await countOf('same_names')).toBe(1);
  expect(await found('same_cards')).toMatchObject([
    {
      cards: {
        holder: { name: 'Bo Nguyễn (S2)', number: 'AB12' },
        other: { name: 'Anna Ångström (S1)', number: 'ab12' },
      },
    },
  ]);
  expect(await found('same_pay_codes', 'account')).toMatchObject([
    { same: { what: 'pay_code', name: 'TUT', other_name: 'Tut' } },
  ]);
  expect(await countOf('same_pay_codes')).toBeUndefined();
});

describe('card numbers that are the same card (R-CARD-2)', () => {
  const set = (card_format: string) =>
    school.call('admin', 'PATCH', 'attendance/settings/', { card_format });
  const pairs = async () =>
    (await found('same_cards')).map(({ cards }) =>
      [cards?.holder, cards?.other].map((who) => `${who?.kind} ${who?.name}: ${who?.number}`),
    );

  it('are listed in the form of the settings, with both people and both numbers', async () => {
    await run(`
      update student set rfid_number = null;
      update student set rfid_number = '0077735089' where student_id = 'S1';
      update student set rfid_number = '000900' where student_id = 'S2';
      update student set rfid_number = '555' where student_id = 'S3';
      update teacher set card_number = '04:A2:24:B1' where first_name = 'Tess';
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      values ('900', 'Nina', 'Hundred', '1', '2005-01-02')`);
    expect(await pairs()).toEqual([]);
    await set('decimal');
    expect(await pairs()).toEqual([
      ['teacher Tess Teacher: 04:A2:24:B1', 'student Anna Ångström (S1): 0077735089'],
      ['student Nina Hundred (900): 900', 'student Bo Nguyễn (S2): 000900'],
    ]);
    expect(await countOf('same_cards')).toBe(2);
    await school.call('account', 'POST', 'attendance/settings/card-numbers/rewrite/');
    expect(await countOf('same_cards')).toBe(2);
    await run(`update student set rfid_number = null where student_id = 'S2'`);
    expect(await countOf('same_cards')).toBe(1);
    await set('as_sent');
  });
});
