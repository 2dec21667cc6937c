import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToRedList, callerOf, leave, person } from '#server/test/erasure.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, sendFile, uploadFile } from '#server/test/upload.ts';

const date = '2026-03-02';
let school: TestSchool;
let call: ReturnType<typeof callerOf>;
let mon9: number;
/** The id of the erased student. */
let id: number;
beforeAll(async () => {
  school = await createTestSchool();
  call = callerOf(school);
  mon9 = await school.classId('mon9');
  id = (await call('POST', 'students/create/', person)).body.id;
  await call('POST', 'studentassignment/create/', { class_schedule_id: mon9, student_id: id });
  await addToRedList(school, id);
  const { student_id } = person;
  const { status } = await call('POST', `student-details/${id}/erase/`, { student_id });
  expect(status).toBe(200);
});
afterAll(() => school.close());

describe('an erased student', () => {
  const header = 'student_id,first_name,last_name,phone_number,date_of_birth';
  const upload = (text: string, query = '') =>
    sendFile(
      school,
      'account',
      `attendance/bulk-student-upload/${query}`,
      'file',
      Buffer.from(text),
      'a.csv',
    );
  const refused = { status: 409, body: { detail: expect.stringContaining('were erased') } };

  it('is not restored by a file: neither under the new ID nor under the old one', async () => {
    const students = async () =>
      (await sql`select * from student order by id`.execute(school.database)).rows;
    const before = await students();
    const file = `${header}\n~${id},Zyx,Q,1,2001-01-01\n${person.student_id},Zyx,Q,1,2001-01-01\n`;
    const { body: lower } = await upload(`${header}\nqx93771,Zyx,Q,1,2001-01-01\n`);
    expect(lower.fail).toEqual([
      { line: 2, column: 'student_id', reason: 'the data of qx93771 were erased' },
    ]);
    for (const query of ['', '?mode=valid', '?mode=valid&dry_run=true']) {
      const { body } = await upload(file, query);
      expect(body).toMatchObject({
        created: 0,
        updated: 0,
        fail: [
          { line: 2, column: 'student_id', reason: 'must not begin with ~' },
          { line: 3, column: 'student_id', reason: 'the data of QX93771 were erased' },
        ],
      });
    }
    expect(await students()).toEqual(before);
  });

  it('is not restored under an ID that was theirs before it was changed', async () => {
    const text = `${header}\nqw1,Zyx,Q,1,2001-01-01\n`;
    const body = {
      student_id: 'QW1',
      first_name: 'Zyx',
      last_name: 'Q',
      phone_number: '1',
      date_of_birth: '2001-01-01',
    };
    const renamed = (await call('POST', 'students/create/', body)).body.id as number;
    expect((await call('PATCH', `students/${renamed}/`, { student_id: 'QW2' })).status).toBe(200);
    // Without an erasure the ID is free for somebody else.
    const other = text.replace('Zyx,Q', 'Abc,R');
    expect((await upload(other, '?dry_run=true')).body).toMatchObject({ created: 1, fail: [] });
    expect(
      (await call('POST', `student-details/${renamed}/erase/`, { student_id: 'QW2' })).status,
    ).toBe(200);
    const fail = [{ line: 2, column: 'student_id', reason: 'the data of qw1 were erased' }];
    expect((await upload(text)).body).toMatchObject({ created: 0, written: false, fail });
  });

  it('gets no new records: no change, card, restore, enrolment, cohort, leave or red list entry', async () => {
    const cohort = (
      await call('POST', 'cohort/create/', { name: 'K', year: 2026, schedules_id: [mon9] })
    ).body.id;
    const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
    const supporting_document = await uploadFile(school, 'leave-application', pdf, 'a.pdf');
    for (const student of [id, `~${id}`]) {
      expect(
        await call('POST', 'studentassignment/create/', {
          class_schedule_id: mon9,
          student_id: student,
        }),
      ).toMatchObject(refused);
      expect(
        await call('POST', 'studentcohortassignment/create/', { student, cohort }),
      ).toMatchObject(refused);
      expect(
        await call('POST', 'leave/create/', { student_id: student, supporting_document, ...leave }),
      ).toMatchObject(refused);
      expect(
        await call('POST', 'redlistedstudents/', { student, subject, attendance_percentage: 40 }),
      ).toMatchObject(refused);
    }
    expect(await call('PATCH', `students/${id}/`, { rfid_number: '4711' })).toMatchObject(refused);
    expect(await call('PATCH', `students/${id}/`, { first_name: 'Zyx' })).toMatchObject(refused);
    expect(await call('POST', 'students/create/', { archive: 'restore', ids: [id] })).toMatchObject(
      refused,
    );
    expect(await call('DELETE', `students/${id}/`)).toMatchObject(refused);
    const { rows } = await sql<{
      id: number;
    }>`select id from red_list where student_id = ${id}`.execute(school.database);
    expect(
      await call('POST', 'redlistedstudents/create/', { archive: 'restore', ids: [rows[0]!.id] }),
    ).toMatchObject(refused);
    const marked = await call('POST', 'attendance/create/', {
      rfid_number: `~${id}`,
      class_schedule: mon9,
      date,
    });
    expect(marked).toMatchObject({
      status: 400,
      body: { rfid_number: ['This student is archived'] },
    });
  });

  it('is not re-enrolled by undoing a transfer', async () => {
    const tue14 = await school.classId('tue14');
    const cohort = async (name: string, classes: number[]) =>
      (await call('POST', 'cohort/create/', { name, year: 2026, schedules_id: classes })).body
        .id as number;
    const [from, to] = [await cohort('From', [tue14]), await cohort('To', [mon9])];
    const student = (
      await call('POST', 'students/create/', { ...person, student_id: 'QX2', rfid_number: null })
    ).body.id as number;
    expect(
      (await call('POST', 'studentcohortassignment/create/', { student, cohort: from })).status,
    ).toBe(201);
    expect(
      (
        await call('POST', 'cohort-transfers/create/', {
          student,
          from_cohort: from,
          to_cohort: to,
        })
      ).status,
    ).toBe(201);
    await call('POST', `student-details/${student}/erase/`, { student_id: 'QX2' });
    const transfer = (await call('GET', 'cohort-transfers/')).body.results[0].id as number;
    expect(await call('POST', `cohort-transfers/${transfer}/undo/`)).toMatchObject(refused);
  });

  it('and the database refuses them from any writer', async () => {
    const run = (statement: string) => school.pool.query(statement);
    await expect(
      run(`update student set first_name = 'Zyx' where id = ${id}`),
    ).rejects.toMatchObject({ code: 'AT409' });
    await expect(run(`update student set erased_at = null where id = ${id}`)).rejects.toMatchObject(
      { code: 'AT409' },
    );
    await expect(
      run(`insert into enrolment (student_id, class_schedule_id, enrolled_from)
        select ${id}, min(id), '2026-03-02' from class_schedule`),
    ).rejects.toMatchObject({ code: 'AT409' });
    await expect(
      run(`update student set student_id = '~9' where student_id = 'S2'`),
    ).rejects.toMatchObject({ code: 'AT400' });
    await expect(
      run(`update audit set actor = 'x' where id = (select max(id) from audit)`),
    ).rejects.toThrow('append-only');
  });

  it('a leave that is entered concurrently is refused', async () => {
    const s5 = await school.studentId('S5');
    const supporting_document = await uploadFile(school, 'leave-application', pdf, 'a.pdf');
    const erasing = await school.pool.connect();
    await erasing.query('begin');
    await erasing.query('select from student where id = $1 for update', [s5]);
    const adding = call('POST', 'leave/create/', { student_id: s5, supporting_document, ...leave });
    const waits = async () =>
      (
        await school.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database()`,
        )
      ).rowCount;
    await expect.poll(waits).toBeGreaterThan(0);
    await erasing.query(`update student set erased_at = now(), archived_at = now() where id = $1`, [
      s5,
    ]);
    await erasing.query('commit');
    erasing.release();
    expect(await adding).toMatchObject(refused);
  });
});

it('the sign-ins of erased students stay apart, whatever their provider calls the session', async () => {
  for (const student_id of ['QX1', 'QX2']) {
    const student_mail = `${student_id.toLowerCase()}@students.example`;
    const { id: other } = (
      await call('POST', 'students/create/', {
        ...person,
        student_id,
        rfid_number: `card-${student_id}`,
        student_mail,
      })
    ).body;
    await sql`
      insert into audit (at, actor, kind, what, session)
      values (now(), ${student_mail}, 'sign_in', 'Sign in', 'unknown')`.execute(school.database);
    const { status } = await call('POST', `student-details/${other}/erase/`, { student_id });
    expect([student_id, status]).toEqual([student_id, 200]);
  }
});
