import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Absence } from '#contract/standing/absences.ts';
import { excuses, type RollRow } from '#contract/marks.ts';
import { percentOf, rateOf, sumCounts, type RateCounts, type RateTerms } from '#contract/rates.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { standingsOf } from '#server/test/standings.ts';
import { countsOfRow } from '#server/test/roll-counts.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { runs } from '#server/test/runs.ts';

let school: TestSchool;
let mon9: number;
let follow: () => Promise<number>;
beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
  follow = standingsOf(school);
  school.at('2026-04-13T20:00:00+10:00');
});
afterAll(() => school.close());

const students = ['S1', 'S2', 'S3'] as const;
const dates = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'];
const minutes = fc.option(fc.integer({ min: 1, max: 90 }));

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('present' as const),
      student: fc.constantFrom(...students),
      date: fc.constantFrom(...dates),
      late_minutes: minutes,
      left_early_minutes: minutes,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('absent' as const),
      student: fc.constantFrom(...students),
      date: fc.constantFrom(...dates),
      excuse: fc.option(fc.constantFrom(...excuses)),
    }),
  },
  fc.record({ what: fc.constant('cancel' as const), date: fc.constantFrom(...dates) }),
  fc.record({ what: fc.constant('restore' as const), date: fc.constantFrom(...dates) }),
  fc.record({
    what: fc.constant('leave' as const),
    student: fc.constantFrom(...students),
    date: fc.constantFrom(...dates),
  }),
  fc.record({ what: fc.constant('close' as const), date: fc.constantFrom(...dates) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const post = (path: string, body: object) =>
  school.call('admin', 'POST', `attendance/${path}/`, { class_schedule: mon9, ...body });
const get = async (path: string) => (await school.call('admin', 'GET', `attendance/${path}`)).body;

const classOn = async (date: string): Promise<ClassSchedule> =>
  get(`classschedule/${mon9}/?date=${date}`);

/** Takes a step; a refused one changes nothing. */
async function take({ what, date, ...more }: Step): Promise<void> {
  if (what === 'present') await post('attendance/create', { date, status: 'Present', ...more });
  else if (what === 'absent') await post('attendance/create', { date, status: 'Absent', ...more });
  else if (what === 'close') await post('close-roll', { date });
  else if (what === 'leave')
    await sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, ${date}, ${date}, 'x', 'x' from student
      where student_id = ${'student' in more ? more.student : ''}`.execute(school.database);
  else {
    const ids = [(await classOn(date)).meeting?.id];
    await school.call('admin', 'POST', `attendance/meetings/${what}/`, {
      ids,
      ...(what === 'cancel' && { reason: 'Flood' }),
    });
  }
}

async function reset(): Promise<void> {
  await sql`truncate mark_detail, attendance`.execute(school.database);
  await sql`delete from leave`.execute(school.database);
  // What is truncated has no history to follow.
  await sql`insert into standing_due (student_id) select id from student`.execute(school.database);
  await sql`insert into standing_due (class_schedule_id) select id from class_schedule`.execute(
    school.database,
  );
  await sql`update class_meeting set closed_at = null`.execute(school.database);
  await sql`update class_meeting set status = 'scheduled', reason = null
    where class_schedule_id = ${mon9} and status = 'cancelled'`.execute(school.database);
}

/** Rolls, counts of classes and exported lines of the dates. */
async function compareRolls(): Promise<Map<string, RateCounts[]>> {
  const counted = new Map<string, RateCounts[]>(students.map((code) => [code, []]));
  const shown: object[] = [];
  for (const date of dates) {
    const { meeting, today_students_stats: stats } = await classOn(date);
    const { results } = await get(`attendance/?class_schedule=${mon9}&date=${date}`);
    const rows: RollRow[] = results;
    const number = (status: string) => rows.filter((row) => row.status === status).length;
    if (meeting?.status !== 'scheduled') continue;
    expect(stats).toEqual({
      total_students: rows.length,
      total_present: number('Present'),
      total_absent: number('Absent'),
    });
    for (const row of rows) {
      counted.get(row.student_id)?.push(countsOfRow(row, 60));
      if (number('N/A') < rows.length)
        shown.push([
          date,
          row.student_id,
          row.status,
          String(row.late_minutes ?? ''),
          String(row.left_early_minutes ?? ''),
          row.excused ? 'yes' : '',
        ]);
    }
  }
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/v2/attendance/master-export/?format=csv',
    headers: { authorization: `Bearer ${await school.token('admin')}` },
    payload: { fromDate: '2026-02-01', toDate: '2026-04-13', schedule: [mon9] },
  });
  const lines = answer.statusCode === 200 ? linesOf(answer.rawPayload) : [];
  const inOrder = (all: object[]) => all.map(String).toSorted();
  expect(inOrder(lines)).toEqual(inOrder(shown));
  return counted;
}

const linesOf = (file: Buffer): string[][] =>
  (parse(file, { bom: true, columns: true }) as Record<string, string>[]).map((line) =>
    ['Date', 'Student ID', 'Status', 'Minutes late', 'Minutes left early', 'Excused'].map(
      (title) => line[title] ?? '',
    ),
  );

/** Who is listed as absent, and below a percentage, with what counts of them. */
async function compareAbsences(
  counted: Map<string, RateCounts[]>,
  terms: RateTerms,
  below: number,
): Promise<void> {
  const all = students.map((student_id) => {
    const counts = sumCounts(counted.get(student_id) ?? []);
    const { present, late, absent, excused } = counts;
    const rate = rateOf(counts, terms);
    return { rate, row: { student_id, present, late, absent, excused, rate: percentOf(rate) } };
  });
  const listed = async (query: string) => {
    const { results, total } = await get(
      `absences/?from_date=2026-02-01&to_date=2026-04-13&class_schedule=${mon9}&ordering=student_id${query}`,
    );
    expect(total).toBe(results.length);
    // Closing a roll marks students of whom nothing else is known here.
    return results.filter((row: Absence) => counted.has(row.student_id));
  };
  const rowsOf = (found: typeof all) => found.map(({ row }) => expect.objectContaining(row));
  expect(await listed('')).toEqual(rowsOf(all.filter(({ row }) => row.absent > 0)));
  expect(await listed(`&below=${below}`)).toEqual(
    rowsOf(all.filter(({ rate }) => rate && rate.part * 100 < below * rate.of)),
  );
}

/** What is stored of each student, and who is on the red list below a percentage (R-RED-1, R-RED-3). */
async function compareStanding(
  counted: Map<string, RateCounts[]>,
  terms: RateTerms,
  below: number,
): Promise<void> {
  const { results } = await get('redlistrules/');
  const rule = { below, least_meetings: 1 };
  const saved = results[0]
    ? await school.call('admin', 'PATCH', `attendance/redlistrules/${results[0].id}/`, rule)
    : await post('redlistrules/create', { ...rule, class_schedule: undefined });
  expect(saved.status).toBeLessThan(300);
  await follow();
  const { rows } = await sql<RateCounts & { code: string; streak: number }>`
    select s.student_id as code, st.* from standing st
    join student s on s.id = st.student_id join subject j on j.id = st.subject_id
    where j.subject_code = 'MAT1'`.execute(school.database);
  const listed: RedListLine[] = (await get('redlistedstudents/computed/?state=open&limit=100'))
    .results;
  for (const code of students) {
    const all = counted.get(code) ?? [];
    const counts = sumCounts(all);
    const marked = all.filter(({ present, absent, excused }) => present + absent - excused > 0);
    const streak = marked.length - 1 - marked.findLastIndex(({ present }) => present > 0);
    expect(rows.find((row) => row.code === code)).toMatchObject({ ...counts, streak });
    const rate = rateOf(counts, terms);
    const meetings = counts.present + counts.absent - (terms.excused_counts ? 0 : counts.excused);
    const line = listed.find(({ student }) => student.student_id === code);
    expect(line?.why.includes('rate') ?? false).toBe(
      rate !== null && meetings > 0 && rate.part * 100 < below * rate.of,
    );
  }
}

/** A report of all students reads what is stored; one of named students reads their marks (R-RED-3). */
async function compareCounts(): Promise<void> {
  const ids = await Promise.all(
    ['S1', 'S2', 'S3', 'S4', 'S5'].map((code) => school.studentId(code)),
  );
  const report = (query: string) =>
    get(`reports/?from_date=2026-02-01&to_date=2026-04-13&by=class${query}`);
  expect((await report('')).totals).toEqual((await report(`&student=${ids.join(',')}`)).totals);
}

it('rates and counts agree on rolls, classes, exports, students, absences, reports and the red list, after any steps', async () => {
  const percent = fc.integer({ min: 1, max: 100 });
  const terms = fc.record({
    rate_by: fc.constantFrom('meetings' as const, 'minutes' as const),
    late_counts_as: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
    excused_counts: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      terms,
      percent,
      async (steps, chosen: RateTerms, below) => {
        await reset();
        // From here on only the history tells what changes.
        await follow();
        await school.call('admin', 'PATCH', 'attendance/settings/', chosen);
        for (const one of steps) await take(one);
        const counted = await compareRolls();
        await compareAbsences(counted, chosen, below);
        await compareCounts();
        await compareStanding(counted, chosen, below);
        await compareCounts();
        for (const code of students) {
          const id = await school.studentId(code);
          const details = await get(`student-details/${id}/`);
          expect(details.rate_terms).toEqual(chosen);
          const stat = details.attendance.find(
            (one: { class_schedule: number }) => one.class_schedule === mon9,
          );
          const counts = sumCounts(counted.get(code) ?? []);
          expect(stat).toMatchObject(counts);
          expect(stat.rate).toBe(percentOf(rateOf(counts, chosen)));
          const { results } = await get(`student-schedule-attendance-stat/${id}/`);
          expect(results).toEqual(
            details.attendance.map(({ days: _days, ...one }: { days: unknown }) => one),
          );
        }
      },
    ),
    runs(6),
  );
});
