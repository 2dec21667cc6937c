import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

let timesheet: Timesheet;
beforeAll(async () => {
  timesheet = await createTimesheet();
});
afterAll(() => timesheet.school.close());

describe('classes without a check-in', () => {
  const missing = async (caller: Caller, query = '') => {
    const { status, body } = await timesheet.call(caller, `payroll-logs-missing/${query}`);
    expect(status).toBe(200);
    return body.results.map(
      (row: { date: string; schedule: { id: number } }) =>
        `${row.date} ${Object.keys(timesheet.classes).find((ref) => timesheet.classes[ref] === row.schedule.id)}`,
    );
  };
  const day = '?from_date=2026-03-02&to_date=2026-03-02';

  it('took place with students and without any check-in', async () => {
    expect(await missing('account', day)).toEqual(['2026-03-02 mon10']);
    // Of the default fourteen days, the latest first.
    expect(await missing('account')).toEqual(
      [
        '2026-03-09 mon10',
        '2026-03-09 mon9b',
        '2026-03-09 mon9',
        '2026-03-07 sat9',
        '2026-03-02 mon10',
        '2026-02-28 sat9',
      ].concat(['2026-02-24 tue14']),
    );
    expect(await missing('account', '?search=theo%20geometry')).toEqual([
      '2026-03-09 mon10',
      '2026-03-09 mon9b',
      '2026-03-02 mon10',
    ]);
    expect(await missing('account', `?teacher=${timesheet.tess}`)).toEqual([
      '2026-03-09 mon9',
      '2026-02-24 tue14',
    ]);
    expect((await missing('account', '?ordering=teacher'))[0]).toBe('2026-02-24 tue14');
  });

  it('are a teacher’s own for a teacher', async () => {
    expect(await missing('teacher')).toEqual(['2026-03-09 mon9', '2026-02-24 tue14']);
    expect(await missing('teacher', `?teacher=${timesheet.theo}`)).toEqual([]);
    expect(await missing('admin')).toEqual([]);
  });

  it('exclude those on a holiday, outside the semester, of an archived class, without students, current, or in the future', async () => {
    timesheet.school.at('2026-04-07T12:00:00+10:00');
    expect(await missing('account', '?from_date=2026-04-03&to_date=2026-04-06')).toEqual([]);
    expect(await missing('account', '?from_date=2026-01-26&to_date=2026-02-08')).toEqual([]);
    const monday = '?from_date=2026-03-16&to_date=2026-03-31';
    timesheet.school.at('2026-03-16T09:59:00+11:00');
    expect(await missing('account', monday)).toEqual([]);
    timesheet.school.at('2026-03-16T10:30:00+11:00');
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9b', '2026-03-16 mon9']);
    await timesheet.school.call('account', 'POST', 'attendance/classschedule/create/', {
      archive: 'ids',
      ids: [timesheet.classes.mon9b],
    });
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9']);
    await timesheet.school.call('account', 'POST', 'attendance/classschedule/create/', {
      archive: 'restore',
      ids: [timesheet.classes.mon9b],
    });
    await sql`update enrolment set enrolled_to = '2026-03-15'
      where class_schedule_id = ${timesheet.classes.mon9}`.execute(timesheet.school.database);
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9b']);
    await sql`
      update enrolment set enrolled_to = null
      where class_schedule_id = ${timesheet.classes.mon9}`.execute(timesheet.school.database);
  });

  it('stay where the class is archived after its roll was taken, or after they were requested', async () => {
    const { school, classes } = timesheet;
    school.at('2026-03-17T09:00:00+11:00');
    const monday = '?from_date=2026-03-16&to_date=2026-03-16';
    const archive = (what: 'ids' | 'restore') =>
      school.call('account', 'POST', 'attendance/classschedule/create/', {
        archive: what,
        ids: [classes.mon9, classes.mon9b],
      });
    const checkIn = (ref: string) =>
      school.call('account', 'POST', 'attendance/payroll-logs/create/', {
        class_schedule: classes[ref],
        date: '2026-03-16',
      });
    await archive('ids');
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon10']);
    expect((await checkIn('mon9')).status).toBe(400);
    await archive('restore');

    const request = {
      class_schedule: classes.mon9,
      date: '2026-03-16',
      message: 'My reader was off',
    };
    const path = 'attendance/payroll-logs-missing/request/';
    const sent = await school.call('teacher', 'POST', path, request);
    expect(sent.status).toBe(201);
    await school.call('account', 'POST', 'attendance/mark-rest-absent/', {
      class_schedule: classes.mon9b,
      date: '2026-03-16',
      confirm: true,
    });
    await archive('ids');
    expect(await missing('account', monday)).toEqual([
      '2026-03-16 mon10',
      '2026-03-16 mon9b',
      '2026-03-16 mon9',
    ]);
    for (const ref of ['mon9', 'mon9b']) {
      const { status, body } = await checkIn(ref);
      expect(status, JSON.stringify(body)).toBe(201);
      await school.call('account', 'DELETE', `attendance/payroll-logs/${body.id}/`);
    }
    await archive('restore');
    await sql`delete from check_in_request`.execute(school.database);
  });

  it('are not moved to another date once they were requested (R-MEETING-3)', async () => {
    const { school, classes } = timesheet;
    school.at('2026-03-17T09:00:00+11:00');
    const monday = '2026-03-16';
    await school.call('teacher', 'POST', 'attendance/payroll-logs-missing/request/', {
      class_schedule: classes.mon9,
      date: monday,
      message: 'My reader was off',
    });
    const { rows } = await sql<{ id: number }>`select id from class_meeting
      where class_schedule_id = ${classes.mon9} and date = ${monday}`.execute(school.database);
    const time = { date: '2026-03-19', start_time: '09:00', end_time: '10:00', confirm: true };
    const path = `attendance/meetings/${rows[0]?.id}/move/`;
    expect(await school.call('admin', 'POST', path, time)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/has a request for a check-in\.$/) },
    });
    await sql`delete from check_in_request`.execute(school.database);
  });

  it('have the number of students, the minutes, and the user who took the roll', async () => {
    timesheet.school.at('2026-03-09T09:30:00+11:00');
    await timesheet.school.call('otherTeacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: timesheet.classes.mon9,
      date: '2026-03-09',
    });
    timesheet.school.at('2026-03-09T10:05:00+11:00');
    const { body } = await timesheet.call(
      'account',
      'payroll-logs-missing/?search=tess&from_date=2026-03-09',
    );
    expect(body).toMatchObject({
      total: 1,
      results: [
        {
          date: '2026-03-09',
          number_of_students: 4,
          duration_of_schedule: 60,
          roll_taken_by: 'Theo Tutor',
        },
      ],
    });
  });

  it.each([
    ['from_date=2026-03-02&to_date=2026-03-01', 'to_date'],
    ['from_date=2025-01-01&to_date=2026-03-01', 'from_date'],
  ])('refuses %s', async (query, field) =>
    expect(await timesheet.call('account', `payroll-logs-missing/?${query}`)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    }),
  );
});
