import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '#contract/admin/audit.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';
import { thingOf, thingOfField } from './names.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const call = (
  caller: 'account',
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => school.call(caller, method, `attendance/${path}`, body);
const last = async () =>
  ((await call('account', 'GET', 'audit/?limit=1')).body.results as AuditLine[])[0];

it('the record of a field is the same in TypeScript and in SQL', async () => {
  const fields = `id ids from to from_teacher to_teacher_id teacher_id teachers student student_ids class_schedule
    class_schedule_id schedule schedules from_schedule_ids subject subject_id classroom_id meeting payroll_log reason`;
  const about = Object.fromEntries(fields.split(/\s+/).map((field) => [field, 1]));
  for (const what of ['Change teacher', 'Delete class schedule', 'Change schedule', 'Signed in'])
    for (const kind of ['teacher', 'classroom']) {
      const line = { what, about: { ...about, kind } };
      const { rows } = await sql<{ key: string; thing: string }>`
        select field.key, ${thingOfField} as thing
        from (select ${what}::text as what, ${JSON.stringify(line.about)}::jsonb as about) x
        cross join lateral jsonb_each(x.about) field`.execute(school.database);
      const known = rows.filter(({ key }) => thingOf(key, line) !== null);
      expect(known.length).toBeGreaterThan(15);
      for (const { key, thing } of known)
        expect({ key, thing }).toEqual({ key, thing: thingOf(key, line) });
    }
});

describe('the records in the log have names', () => {
  it('current ones, by kind; the log itself stores the id', async () => {
    const { id } = (await call('account', 'POST', 'courses/create/', { name: 'Names' })).body;
    await call('account', 'PATCH', `courses/${id}/`, { name: 'Other names' });
    expect(await last()).toMatchObject({
      about: { id },
      names: [{ field: 'id', thing: 'course', id, name: 'Other names' }],
    });
    await call('account', 'DELETE', `courses/${id}/`);
    expect(await last()).toMatchObject({ about: { id }, names: [] });

    const [student, class_schedule] = [await school.studentId('S4'), await school.classId('mon9')];
    await call('account', 'POST', 'studentassignment/create/', {
      student_id: [student],
      class_schedule_id: class_schedule,
    });
    const line = (await last())!;
    expect(line.what).toBe('Add enrolment');
    expect(line.names).toContainEqual({
      field: 'student_id',
      thing: 'student',
      id: student,
      name: expect.stringMatching(/^S4 /),
    });
    expect(line.names).toContainEqual({
      field: 'class_schedule_id',
      thing: 'class_schedule',
      id: class_schedule,
      name: expect.stringMatching(/^MAT1 Mon \d\d:\d\d$/),
    });
    expect((await call('account', 'GET', `audit/${line.id}/`)).body.names).toEqual(line.names);
  });

  it('lines are found by the records that they name, under whatever field, and by who made them', async () => {
    const teacher = (
      await call('account', 'POST', 'teachers/create/', {
        first_name: 'Nora',
        last_name: 'Named',
        email: 'nora@school.example',
        phone: '1',
      })
    ).body.id;
    const mon9 = await school.classId('mon9');
    const changed = await call('account', 'PATCH', `classschedule/${mon9}/`, {
      teacher_id: teacher,
      confirm_clashes: true,
    });
    expect(changed.status).toBe(200);
    await call('account', 'PATCH', `teachers/${teacher}/`, { last_name: 'Renamed' });
    const linesOf = async (query: string) =>
      ((await call('account', 'GET', `audit/?${query}`)).body.results as AuditLine[]).map(
        ({ what }) => what,
      );
    expect(await linesOf(`teacher=${teacher}`)).toEqual([
      'Change teacher',
      'Change class schedule',
      'Add teacher',
    ]);
    expect(await linesOf(`class_schedule=${mon9}&limit=1`)).toEqual(['Change class schedule']);
    expect(await linesOf(`subject=${teacher + 1000}`)).toEqual([]);
    const { results: users } = (await call('account', 'GET', 'audit-users/?search=account')).body;
    expect(users).toHaveLength(1);
    const [{ id: user }] = users;
    expect((await call('account', 'GET', `audit-users/${user}/`)).body).toEqual(users[0]);
    expect((await call('account', 'GET', 'audit-users/999999/')).status).toBe(404);
    expect(await linesOf(`user=${user}&teacher=${teacher}`)).toHaveLength(3);
    expect(await linesOf(`user=${user + 999}`)).toEqual([]);
  });

  it.each(['constructor', 'toString', 'valueOf', '__proto__'])(
    'a parameter named %s is no record, and no fault of the server',
    async (name) => {
      const path = `attendance/courses/?${name}=1`;
      expect((await school.call('account', 'GET', path)).status).toBe(400);
      await sql`insert into audit (at, actor, kind, what, about)
        values (${school.context.clock.now().toString()}, 'somebody', 'refusal', 'GET something',
          jsonb_build_object(${name}::text, 1))`.execute(school.database);
      expect((await last())?.names).toEqual([]);
    },
  );

  it('in the file too, as the page shows it, and no cell is a formula', async () => {
    const { id } = (await call('account', 'POST', 'courses/create/', { name: '=1+1' })).body;
    await call('account', 'PATCH', `courses/${id}/`, { name: '=2+2' });
    const student = await school.studentId('S3');
    await call('account', 'POST', 'studentassignment/create/', {
      student_id: [student],
      class_schedule_id: await school.classId('mon9'),
    });
    const records = parse((await call('account', 'GET', 'audit-export/')).body, {
      bom: true,
      columns: true,
    }) as Record<string, string>[];
    const aboutOf = (what: string) => records.filter((record) => record.What === what).at(-1)!;
    expect(aboutOf('Change course')).toMatchObject({
      About: expect.stringMatching(/^course =2\+2/),
      'Details (JSON)': expect.stringContaining(`"id":${id}`),
    });
    expect(aboutOf('Add enrolment').About).toMatch(/^S3 .*; MAT1 Mon \d\d:\d\d$/);
    expect(records.flatMap(Object.values).filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
    await call('account', 'DELETE', `courses/${id}/`);
  });

  it('in a file of thousands of lines with a few queries for all of them', async () => {
    const student = await school.studentId('S2');
    await sql`
      insert into audit (at, actor, kind, what, about, status)
      select '2026-01-01T00:00:00Z', 'x', 'change', 'Change student',
        jsonb_build_object('id', ${student}::bigint), 200 from generate_series(1, 6000)`.execute(
      school.database,
    );
    let queries = 0;
    school.pool.on('acquire', () => queries++);
    const { body } = await call('account', 'GET', 'audit-export/?kind=change');
    expect(String(body).match(/S2 /g)).toHaveLength(6000);
    // What the server reads meanwhile for itself is counted, too.
    expect(queries).toBeLessThan(60);
  });

  it('but not after a student was erased', async () => {
    const body = {
      student_id: 'E1',
      first_name: 'Eva',
      last_name: 'Gone',
      phone_number: '1',
      date_of_birth: '2004-01-01',
    };
    const { id } = (await call('account', 'POST', 'students/create/', body)).body;
    await call('account', 'PATCH', `students/${id}/`, { first_name: 'Eve' });
    expect((await last())!.names).toMatchObject([{ name: 'E1 Eve Gone' }]);
    await sql`update student set erased_at = now(), archived_at = now() where id = ${id}`.execute(
      school.database,
    );
    expect((await last())!.names).toEqual([]);
  });

  it('and a preview is no line', async () => {
    const before = (await last())!.id;
    const student_id = [await school.studentId('S4')];
    const class_schedule_id = await school.classId('mon9');
    expect(
      (
        await call('account', 'POST', 'studentassignment/create/', {
          student_id,
          class_schedule_id,
          preview: true,
        })
      ).status,
    ).toBe(200);
    const csv = Buffer.from(
      'student_id,first_name,last_name,phone_number,date_of_birth\nP1,A,B,1,2004-01-01\n',
    );
    await sendFile(
      school,
      'account',
      'attendance/bulk-student-upload/?dry_run=true',
      'file',
      csv,
      'a.csv',
    );
    expect((await last())!.id).toBe(before);
  });
});
