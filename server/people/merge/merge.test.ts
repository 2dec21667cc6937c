import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monday } from '#server/test/marking.ts';
import { createMerging, type Merging } from '#server/test/merging.ts';
import { png, uploadFile } from '#server/test/upload.ts';

let marking: Merging;
let keep: number;
let remove: number;
let cards: { keep: string; remove: string };
beforeAll(async () => {
  marking = await createMerging();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  ({ keep, remove, cards } = await marking.pair());
});

const run: Merging['run'] = (statement) => marking.run(statement);
const call: Merging['call'] = (...of) => marking.call(...of);
const codeOf = (id: number) => marking.codeOf(id);
const previewed = () => marking.preview(keep, remove);
const merge = (decided?: object, version?: string) => marking.merge(keep, remove, decided, version);

describe('a preview (R-MERGE-2)', () => {
  it('names what moves and what differs, and writes nothing', async () => {
    await marking.tap(await codeOf(remove));
    const before = await run('select count(*) from attendance_history');
    const preview = await previewed();
    expect(preview).toMatchObject({
      keep: { id: keep, archived: false },
      moved: { marks: 1, enrolments: 1, leaves: 0, letters: 0 },
      marks: [],
      enrolments: [
        {
          class_schedule: marking.mon9,
          keep: [{ from: '2026-02-09', to: null }],
          united: [{ from: '2026-02-09', to: null }],
        },
      ],
    });
    expect(preview.fields.map(({ name, proposed }) => `${name} ${proposed}`)).toEqual([
      'phone_number keep',
      'batch remove',
      'rfid_number keep',
    ]);
    expect((await run('select count(*) from attendance_history')).rows).toEqual(before.rows);
    expect((await previewed()).version).toBe(preview.version);
  });

  it('is for who edits and archives students, and for no one about themselves', async () => {
    const path = `attendance/student-merge/?keep=${keep}&remove=${remove}`;
    expect((await call('teacher', 'GET', path)).status).toBe(403);
    await run(`update student set student_mail = 'ADA@school.example' where id = ${remove}`);
    expect((await call('admin', 'GET', path)).status).toBe(403);
    expect((await merge({}, 'x')).status).toBe(403);
    const same = await call(
      'admin',
      'GET',
      `attendance/student-merge/?keep=${keep}&remove=${keep}`,
    );
    expect([same.status, Object.keys(same.body)]).toEqual([400, ['remove']]);
  });
});

describe('a merge (R-MERGE-3)', () => {
  it('refuses what was not previewed', async () => {
    const { version } = await previewed();
    await marking.tap(await codeOf(remove));
    expect((await merge({}, version)).status).toBe(409);
    expect((await merge()).status).toBe(200);
  });

  it('takes whose mark counts by hand, and keeps both in the history', async () => {
    await marking.tap(await codeOf(keep), { status: 'Absent' });
    marking.school.at('2026-03-02T09:20:00+11:00');
    await marking.tap(await codeOf(remove));
    const { marks } = await previewed();
    expect(marks).toMatchObject([
      {
        date: monday,
        proposed: 'remove',
        keep: { status: 'Absent' },
        remove: { status: 'Present' },
      },
    ]);
    const undecided = await merge();
    expect([undecided.status, Object.keys(undecided.body)]).toEqual([400, ['marks']]);
    const decided = [{ class_schedule: marking.mon9, date: monday, counts: 'remove' }];
    expect((await merge({ marks: decided })).status).toBe(200);
    expect(await marking.statusOf(await codeOf(keep))).toBe('Present');
    const { body } = await call('admin', 'GET', `attendance/student-details/${keep}/`);
    expect(
      body.history.map(({ from, to, changed_by }: Record<string, string>) => [
        from,
        to,
        changed_by,
      ]),
    ).toEqual([
      ['Absent', 'Present', 'admin'],
      [null, 'Present', 'Tess Teacher'],
      [null, 'Absent', 'Tess Teacher'],
    ]);
    const other = await call('admin', 'GET', `attendance/student-details/${remove}/`);
    expect(other.body.history).toMatchObject([{ to: 'Present' }]);
    expect(other.body.enrolments).toEqual([]);
  });

  it('keeps the mark of the one who stays, and the other one in the record', async () => {
    await marking.tap(await codeOf(remove), { status: 'Absent' });
    await run(`
      insert into mark_detail (class_schedule_id, date, student_id, excuse, excuse_note)
      select class_schedule_id, date, student_id, 'sick', 'Flu' from attendance`);
    await marking.tap(await codeOf(keep));
    const decided = [{ class_schedule: marking.mon9, date: monday, counts: 'keep' }];
    expect((await merge({ marks: decided })).status).toBe(200);
    expect(await marking.statusOf(await codeOf(keep))).toBe('Present');
    expect((await run('select student_id, excuse from mark_detail')).rows).toEqual([
      { student_id: keep, excuse: null },
    ]);
    const { rows } = await run<{ before: { marks: unknown[] } }>(
      `select before from student_merge where into_id = ${keep}`,
    );
    expect(rows[0]!.before.marks).toMatchObject([
      { status: 'Absent', detail: { excuse: 'sick', excuse_note: 'Flu' } },
    ]);
  });

  it('moves a mark with its details and id', async () => {
    await marking.tap(await codeOf(remove), { status: 'Absent' });
    await run(`
      insert into mark_detail (class_schedule_id, date, student_id, excuse, excuse_note)
      select class_schedule_id, date, student_id, 'sick', 'Flu' from attendance`);
    const before = await run('select id from attendance');
    await merge();
    expect((await run('select id from attendance')).rows).toEqual(before.rows);
    expect((await run('select student_id, excuse_note from mark_detail')).rows).toEqual([
      { student_id: keep, excuse_note: 'Flu' },
    ]);
  });

  it('exchanges the chosen fields, the photo and the card among them', async () => {
    const link = await uploadFile(marking.school, 'student-profile', png, 'a.png');
    await call('account', 'PATCH', `attendance/students/${remove}/`, { profile_image: link });
    const exchange = ['rfid_number', 'profile_image', 'batch'];
    const done = await merge({ exchange });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const { rows } = await run(`
      select rfid_number, profile_image is not null as photo, batch, phone_number, merged_into
      from student where id in (${keep}, ${remove}) order by id`);
    expect(rows).toEqual([
      {
        rfid_number: cards.remove,
        photo: true,
        batch: '2025',
        phone_number: '2',
        merged_into: null,
      },
      {
        rfid_number: cards.keep,
        photo: false,
        batch: null,
        phone_number: '1',
        merged_into: keep,
      },
    ]);
    expect((await run(`select owner_id, released_at from stored_file`)).rows).toEqual([
      { owner_id: keep, released_at: null },
    ]);
    // The card came along; the old one, and the ID, say where the student is.
    expect((await marking.tap(cards.remove)).status).toBe(201);
    const old = await marking.tap(await codeOf(remove));
    expect(JSON.stringify(old.body)).toContain(
      `This student was merged with another one: ${await codeOf(keep)}`,
    );
  });

  it('unites periods in one class and in one cohort', async () => {
    await run(`
      update enrolment set enrolled_to = '2026-03-10' where student_id = ${keep};
      update enrolment set enrolled_from = '2026-03-05' where student_id = ${remove};
      insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
      values (${remove}, ${marking.mon9}, '2026-01-01', '2026-01-05')`);
    await merge();
    const { rows } = await run(`
      select enrolled_from, enrolled_to from enrolment where student_id in (${keep}, ${remove})
      order by 1`);
    expect(rows).toEqual([
      { enrolled_from: '2026-01-01', enrolled_to: '2026-01-05' },
      { enrolled_from: '2026-02-09', enrolled_to: null },
    ]);
  });

  it('leaves one open follow-up of a subject, and one row on the red list', async () => {
    await run(`
      insert into follow_up (student_id, semester_id, owner_id, due_on, begun_by, begun_at,
        changed_by, changed_at)
      select s.id, m.id, u.id, '2026-04-01', u.id, now(), u.id, now()
      from student s, (select min(id) as id from semester) m, (select min(id) as id from app_user) u
      where s.id in (${keep}, ${remove});
      insert into red_list (student_id, subject_id, attendance_percentage)
      select s.id, u.id, 50 from student s, (select min(id) as id from subject) u
      where s.id in (${keep}, ${remove})`);
    const { follow_ups, moved } = await previewed();
    expect(moved).toMatchObject({ follow_ups: 1, red_list: 0 });
    expect((await merge()).status).toBe(400);
    const done = await merge({ close_follow_ups: [follow_ups[0]!.keep.id] });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const { rows } = await run(`
      select id, closed_at is null as open from follow_up where student_id = ${keep} order by id`);
    expect(rows).toEqual([
      { id: follow_ups[0]!.keep.id, open: false },
      { id: follow_ups[0]!.remove.id, open: true },
    ]);
    const listed = await run(
      `select student_id from red_list where archived_at is null and student_id in (${keep}, ${remove})`,
    );
    expect(listed.rows).toEqual([{ student_id: keep }]);
  });

  it('counts one absence of both once, excused by a leave of either, unless that is archived', async () => {
    await run(`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      values (${keep}, '2026-02-27', '2026-03-01', 'a@b.example', 'x'),
        (${remove}, '2026-03-01', '2026-03-02', 'a@b.example', 'y')`);
    for (const id of [keep, remove]) await marking.tap(await codeOf(id), { status: 'Absent' });
    const { leaves, marks } = await previewed();
    expect(marks).toEqual([]);
    expect(leaves).toMatchObject([{ keep: { unexcused: 0 }, remove: { unexcused: 1 } }]);
    const counts = async () => {
      const { body } = await call('admin', 'GET', `attendance/student-details/${keep}/`);
      const { absent, excused } = body.attendance[0];
      return { absent, excused };
    };
    expect(await counts()).toEqual({ absent: 1, excused: 0 });
    expect((await merge()).status).toBe(200);
    expect(await counts()).toEqual({ absent: 1, excused: 1 });
    await run(`update leave set archived_at = now() where id = ${leaves[0]!.remove.id}`);
    expect(await counts()).toEqual({ absent: 1, excused: 0 });
  });

  it('keeps or archives leaves that overlap, and ends a cohort that was chosen', async () => {
    await run(`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      values (${keep}, '2026-03-02', '2026-03-04', 'a@b.example', 'x'),
        (${remove}, '2026-03-04', '2026-03-05', 'a@b.example', 'y');
      insert into cohort (name, year) values ('A${keep}', 2026), ('B${keep}', 2026);
      insert into cohort_assignment (student_id, cohort_id, assigned_from)
      select ${keep}, id, date '2026-02-01' from cohort where name = 'A${keep}' union all
      select ${remove}, id, date '2026-02-01' from cohort where name = 'B${keep}'`);
    const { leaves, cohorts } = await previewed();
    expect(cohorts.map(({ of, name }) => `${of} ${name}`)).toEqual([
      `keep A${keep} (2026)`,
      `remove B${keep} (2026)`,
    ]);
    await merge({ archive_leaves: [leaves[0]!.remove.id], end_cohorts: [cohorts[1]!.id] });
    const { rows } = await run(`
      select leave_from, archived_at is null as active from leave where student_id = ${keep}
      order by 1`);
    expect(rows).toEqual([
      { leave_from: '2026-03-02', active: true },
      { leave_from: '2026-03-04', active: false },
    ]);
    const assigned = await run(
      `select assigned_to from cohort_assignment where student_id = ${keep} order by id`,
    );
    expect(assigned.rows).toEqual([{ assigned_to: null }, { assigned_to: '2026-03-01' }]);
  });
});
