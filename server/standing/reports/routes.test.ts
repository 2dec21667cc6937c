import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportRoll, ReportRow } from '#contract/standing/reports.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T20:00:00+11:00' });
  for (const [ref, date, student, status] of [
    ['mon9', '2026-03-02', 'S1', 'Absent'],
    ['mon9', '2026-03-09', 'S1', 'Present'],
    ['mon9', '2026-03-09', 'S2', 'Absent'],
    ['mon9', '2026-03-09', 'S3', 'Present'],
    ['tue14', '2026-03-03', 'S1', 'Absent'],
  ] as const) {
    const class_schedule = await school.classId(ref);
    const mark = { class_schedule, date, student, status };
    const { status: answer } = await school.call(
      'admin',
      'POST',
      'attendance/attendance/create/',
      mark,
    );
    expect(answer).toBe(201);
  }
});
afterAll(() => school.close());

const get = (query = '', caller: Caller = 'admin', call = '') =>
  school.call(caller, 'GET', `attendance/reports/${call}?${query}`);
const both = 'from_date=2026-03-02&to_date=2026-03-09';
/** `name present/absent rate`. */
const found = async (query: string, caller: Caller = 'admin') =>
  ((await get(`${both}&${query}`, caller)).body.results as ReportRow[])
    .filter(({ present, absent }) => present + absent > 0)
    .map((row) => `${row.name} ${row.present}/${row.absent} ${row.rate}`);

describe('a report (R-REPORT-1)', () => {
  it('by subject, with totals', async () => {
    const { body } = await get(`${both}&by=subject`);
    expect(body).toMatchObject({
      from_date: '2026-03-02',
      to_date: '2026-03-09',
      compared: null,
      totals: {
        meetings: 8,
        taken: 1,
        in_progress: 2,
        not_taken: 5,
        present: 2,
        absent: 3,
        rate: 40,
        before: null,
        difference: null,
      },
    });
    expect(await found('by=subject')).toEqual(['Algebra 2/2 50', 'Geometry 0/1 0']);
  });

  it.each([
    ['class', ['MAT1 Algebra 2/2 50', 'MAT2 Geometry 0/1 0']],
    ['student', ['Anna Ångström 1/2 33', 'Bo Nguyễn 0/1 0', 'Cai Østby 1/0 100']],
    ['teacher', ['Tess Teacher 2/3 40']],
    ['course', ['Science 2/3 40']],
    ['room', ['R1 2/3 40']],
    ['weekday_hour', ['Monday 09:00 2/2 50', 'Tuesday 14:00 0/1 0']],
    ['week', ['Week 1 0/2 0', 'Week 2 2/1 67']],
    ['cohort', []],
  ])('by %s', async (by, expected) => expect(await found(`by=${by}`)).toEqual(expected));

  it('filtered, searched, sorted and paged; the totals are those of the filters', async () => {
    expect(await found('by=student&subject=2')).toEqual(['Anna Ångström 0/1 0']);
    expect(await found('by=week&weekday_hour=109')).toEqual(['Week 1 0/1 0', 'Week 2 2/1 67']);
    expect(await found('by=student&ordering=-rate')).toEqual([
      'Cai Østby 1/0 100',
      'Anna Ångström 1/2 33',
      'Bo Nguyễn 0/1 0',
    ]);
    const { body } = await get(`${both}&by=student&search=s2`);
    expect(body).toMatchObject({ total: 1, totals: { present: 2, absent: 3 } });
    const second = await get(`${both}&by=student&ordering=-rate&limit=2&page=2`);
    expect(second.body.results[0].name).toBe('Bo Nguyễn');
    expect(second.body.total).toBe(5);
    expect((await get(`${both}&by=student&page=99`)).body).toMatchObject({ results: [], total: 5 });
  });

  it('a teacher sees what they taught, nothing of others, and no cohorts', async () => {
    expect(await found('by=student', 'otherTeacher')).toEqual([]);
    const other = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    expect(await found('by=teacher', 'teacher')).toEqual(['Tess Teacher 2/3 40']);
    expect(await found(`by=teacher&teacher=${other}`, 'teacher')).toEqual([]);
    expect((await get(`${both}&teacher=${other}`)).body.totals.taken).toBe(0);
    expect((await get('by=cohort', 'teacher')).status).toBe(403);
    expect((await get('by=cohort&format=csv', 'teacher', 'export/')).status).toBe(403);
  });

  it('rolls not taken and in progress are those of the list of open rolls (R-ROLL-16)', async () => {
    const counts = async () => {
      const listed = async (state: string) => {
        const path = `attendance/open-rolls/?${both}&state=${state}`;
        return (await school.call('admin', 'GET', path)).body.total;
      };
      const { totals } = (await get(both)).body;
      expect(totals.in_progress).toBe(await listed('in_progress'));
      return [totals.not_taken, await listed('not_taken')];
    };
    expect(await counts()).toEqual([5, 5]);
    await sql`update class_meeting set closed_at = now() where date = '2026-03-07'`.execute(
      school.database,
    );
    expect(await counts()).toEqual([4, 4]);
    school.at('2026-03-09T10:15:00+11:00');
    // Two of the morning's classes are not over.
    expect(await counts()).toEqual([2, 2]);
    school.at('2026-03-09T20:00:00+11:00');
    await sql`insert into open_rolls_from (since) values ('2026-03-05T12:00:00+11:00')`.execute(
      school.database,
    );
    expect(await counts()).toEqual([2, 2]);
    expect((await get(both)).body.begins_on).toBe('2026-03-05');
    await sql`delete from open_rolls_from`.execute(school.database);
    await sql`update class_meeting set closed_at = null where date = '2026-03-07'`.execute(
      school.database,
    );
  });

  it('of nothing', async () => {
    const { body } = await get('from_date=2020-01-01&to_date=2020-01-31&by=student');
    expect(body).toMatchObject({ results: [], total: 0, totals: { meetings: 0, rate: null } });
  });
});

describe('the dates of a report (R-REPORT-2)', () => {
  const datesOf = async (query: string) => {
    const { from_date, to_date, compared } = (await get(query)).body;
    return [from_date, to_date, ...(compared ? [compared.from, compared.to] : [])];
  };
  it.each([
    ['', ['2026-02-02', '2026-03-09']],
    ['period=this_week', ['2026-03-09', '2026-03-09']],
    [
      'period=last_4_weeks&compare=before',
      ['2026-02-10', '2026-03-09', '2026-01-13', '2026-02-09'],
    ],
    [
      `${both}&compare_from=2026-02-01&compare_to=2026-02-07`,
      ['2026-03-02', '2026-03-09', '2026-02-01', '2026-02-07'],
    ],
  ])('%s', async (query, expected) => expect(await datesOf(query)).toEqual(expected));

  it('compared with the same weeks of the last semester, and with nothing there', async () => {
    await sql`insert into semester (year, semester, batch, semester_start_date, semester_end_date,
        class_start_date, class_end_date)
      values (2025, 2, '2026', '2025-08-04', '2025-12-19', '2025-08-12', '2025-12-12')`.execute(
      school.database,
    );
    // Classes began on Monday 9 February, and on Tuesday 12 August.
    expect(await datesOf(`${both}&compare=last_semester`)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2025-09-01',
      '2025-09-08',
    ]);
    expect(await datesOf('period=last_semester')).toEqual(['2025-08-04', '2025-12-19']);
    await sql`delete from semester where year = 2025`.execute(school.database);
    expect(await get(`${both}&compare=last_semester`)).toMatchObject({
      status: 400,
      body: { compare: ['there is no semester before that one'] },
    });
  });

  it('a group and the totals with those before, and the change in points', async () => {
    const query = 'from_date=2026-03-09&to_date=2026-03-15&compare=before&by=student&search=s1';
    const { body } = await get(query);
    expect(body.results).toMatchObject([
      { rate: 100, difference: 100, before: { absent: 2, rate: 0, taken: 2 } },
    ]);
    expect(body.totals).toMatchObject({ rate: 67, difference: 66.7, before: { rate: 0 } });
    const weeks = await get(query.replace('student&search=s1', 'week'));
    expect(weeks.body.results).toMatchObject([
      {
        name: 'Week 1',
        week: { from: '2026-03-09', to: '2026-03-15' },
        week_before: { from: '2026-03-02', to: '2026-03-08' },
        difference: 66.7,
      },
    ]);
  });

  it.each([
    ['from_date=2006-01-01&to_date=2026-03-09', 'from_date', 'at most 366 days'],
    ['from_date=2026-03-10&to_date=2026-03-09', 'to_date', 'later than or equal'],
    ['period=this_week&to_date=2026-03-09', 'to_date', 'must not be given'],
    ['compare_from=2026-03-09', 'compare_to', 'must be given'],
    ['compare_from=2006-01-01&compare_to=2026-03-09', 'compare_from', 'at most 366 days'],
    ['compare=before&compare_from=2026-01-01&compare_to=2026-01-02', 'compare', 'must not be'],
    ['period=century', 'period', 'must be one of'],
    ['by=colour', 'by', 'must be one of'],
    ['weekday_hour=825', 'weekday_hour', 'a day and an hour'],
    ['subject=x', 'subject', ''],
  ])('%s is refused with the field’s name', async (query, field, message) => {
    const { status, body } = await get(query);
    expect({ status, text: String(body[field]) }).toEqual({
      status: 400,
      text: expect.stringContaining(message),
    });
  });
});

describe('the rolls behind a number (R-REPORT-3)', () => {
  const rolls = async (query: string, caller: Caller = 'admin') =>
    ((await get(`${both}&${query}`, caller, 'rolls/')).body.results as ReportRoll[]).map(
      ({ date, start_time, state, present, absent }) =>
        `${date} ${start_time} ${state} ${present}/${absent}`,
    );
  it('with their own counts, or those of a student', async () => {
    expect(await rolls('having=absent&ordering=date')).toEqual([
      '2026-03-02 09:00 in_progress 0/1',
      '2026-03-03 14:00 taken 0/1',
      '2026-03-09 09:00 in_progress 2/1',
    ]);
    expect(await rolls('having=present&student=1')).toEqual(['2026-03-09 09:00 taken 1/0']);
    expect(await rolls('having=not_taken&weekday_hour=609')).toEqual([
      '2026-03-07 09:00 not_taken 0/0',
    ]);
    expect(await rolls('having=taken&search=tue%20geometry')).toEqual([]);
    expect(await rolls('having=taken&search=geometry')).toHaveLength(1);
    expect(await rolls('having=taken', 'otherTeacher')).toEqual([]);
  });
});

describe('a report as a file', () => {
  it.each(['csv', 'xlsx'])('%s has all rows and the totals', async (format) => {
    const answer = await school.app.inject({
      method: 'GET',
      url: `/api/v2/attendance/reports/export/?${both}&by=student&compare=before&format=${format}`,
      headers: { authorization: `Bearer ${await school.token('admin')}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`report-by-student.${format}`);
    if (format !== 'csv') return;
    const lines = parse(answer.rawPayload, { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatchObject({
      Student: 'Anna Ångström',
      'Student ID': 'S1',
      'Rolls taken': '3',
      'Rate %': '33',
    });
    expect(lines.at(-1)).toMatchObject({ Student: 'Total', Absent: '3', 'Rate %': '40' });
  });
});
