import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Weekday } from '#contract/timetable/timetable.ts';
import { weekdays } from '#contract/weekdays.ts';
import { allRuns } from '#server/test/runs.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const firstDay = Temporal.PlainDate.from('2026-02-02');
const refs = ['mon9', 'mon9b', 'tue14'] as const;

/** A step in an institute's history; `day` counts from the semester's first day. */
type Step =
  | { what: 'mark'; ref: (typeof refs)[number]; week: number; status: 'Present' | 'Absent' }
  | { what: 'class'; ref: (typeof refs)[number]; to: object; from: number | null }
  | { what: 'reassign'; from: 1 | 2; day: number }
  | { what: 'undo' }
  | { what: 'holiday'; from: number; days: number }
  | { what: 'no holiday' }
  | { what: 'semester'; start: number; end: number }
  | { what: 'archive'; ref: (typeof refs)[number]; archive: 'ids' | 'restore' }
  | { what: 'wait'; days: number };

const ref = fc.constantFrom(...refs);
const time = fc.integer({ min: 7, max: 18 }).map((hour) => ({
  start_time: `${String(hour).padStart(2, '0')}:00`,
  end_time: `${String(hour + 1).padStart(2, '0')}:30`,
}));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('mark' as const),
      ref,
      week: fc.integer({ min: 0, max: 17 }),
      status: fc.constantFrom('Present' as const, 'Absent' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('class' as const),
      ref,
      to: fc.oneof(
        time,
        fc.constantFrom<Weekday>(...weekdays).map((day_of_week) => ({ day_of_week })),
        fc.constantFrom({ teacher_id: 1 }, { teacher_id: 2 }),
      ),
      from: fc.option(fc.integer({ min: 7, max: 130 })),
    }),
  },
  fc.record({
    what: fc.constant('reassign' as const),
    from: fc.constantFrom(1 as const, 2 as const),
    day: fc.integer({ min: 0, max: 130 }),
  }),
  { weight: 3, arbitrary: fc.constant({ what: 'undo' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('holiday' as const),
      from: fc.integer({ min: 0, max: 120 }),
      days: fc.integer({ min: 0, max: 14 }),
    }),
  },
  fc.constant({ what: 'no holiday' } as const),
  fc.record({
    what: fc.constant('semester' as const),
    start: fc.integer({ min: 0, max: 60 }),
    end: fc.integer({ min: 61, max: 140 }),
  }),
  fc.record({
    what: fc.constant('archive' as const),
    ref,
    archive: fc.constantFrom('ids' as const, 'restore' as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 20 }),
    }),
  },
);

/** Each taken roll: time, room, teacher, subject, and the students' marks. */
async function rollsTaken(): Promise<Map<string, object>> {
  const { rows } = await sql<{ key: string; roll: object }>`
    select a.class_schedule_id || ' ' || a.date as key, jsonb_build_object(
      'date', g.date, 'start', g.start_time, 'end', g.end_time, 'room', g.classroom_id,
      'teacher', g.teacher_id, 'subject', c.subject_id, 'status', g.status,
      'marks', jsonb_object_agg(a.student_id, a.status)) as roll
    from attendance a
    join class_schedule c on c.id = a.class_schedule_id
    left join class_meeting g on g.class_schedule_id = a.class_schedule_id and g.date = a.date
    group by a.class_schedule_id, a.date, g.id, c.id`.execute(school.database);
  return new Map(rows.map(({ key, roll }) => [key, roll]));
}

let undone = 0;

/** Takes a step; a refused one changes nothing. */
async function take(given: Step, today: Temporal.PlainDate): Promise<void> {
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    school.call('admin', method, `attendance/${path}`, body);
  const dayAt = (day: number) => firstDay.add({ days: day }).toString();
  if (given.what === 'mark') {
    const { rows } = await sql<{ date: string }>`
      select date from class_meeting where class_schedule_id = ${await school.classId(given.ref)}
      order by date offset ${given.week} limit 1`.execute(school.database);
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: await school.classId(given.ref),
      date: rows[0]?.date ?? today.toString(),
      student: 'S1',
      status: given.status,
    });
  } else if (given.what === 'class')
    await call('PATCH', `classschedule/${await school.classId(given.ref)}/`, {
      ...given.to,
      ...(given.from !== null && { effective_from: dayAt(given.from) }),
    });
  else if (given.what === 'reassign') {
    const { status } = await call('POST', 'classschedule-reassign/create/', {
      kind: 'teacher',
      from: given.from,
      to: 3 - given.from,
      effective_from: dayAt(given.day),
      confirm: true,
    });
    expect([200, 400]).toContain(status);
  } else if (given.what === 'undo') {
    const { rows } = await sql<{ id: number }>`
      select id from operation where undone_at is null order by id desc limit 1`.execute(
      school.database,
    );
    const { status } = await call('POST', `operations/${rows[0]?.id ?? 999_999}/undo/`, {});
    expect([200, 404, 409]).toContain(status);
    if (status === 200) undone++;
  }
  if (given.what === 'holiday')
    await call('POST', 'holiday/create/', {
      name: `Holiday ${given.from} ${given.days}`,
      date_from: dayAt(given.from),
      date_to: dayAt(given.from + given.days),
    });
  else if (given.what === 'no holiday') {
    const { rows } = await sql<{ id: number }>`select max(id) as id from holiday`.execute(
      school.database,
    );
    await call('DELETE', `holiday/${rows[0]?.id}/`);
  } else if (given.what === 'semester')
    await call('PATCH', 'semesters/1/', {
      class_start_date: dayAt(given.start),
      class_end_date: dayAt(given.end),
    });
  else if (given.what === 'archive')
    await call('POST', 'classschedule/create/', {
      archive: given.archive,
      ids: [await school.classId(given.ref)],
    });
}

it('a taken roll does not change, whatever is edited afterwards (R-MEETING-2)', async () => {
  let rollsSeen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      let today = Temporal.PlainDate.from('2026-04-27');
      school.at(`${today.toString()}T08:30:00+10:00`);
      for (const one of refs) await take({ what: 'archive', ref: one, archive: 'restore' }, today);
      await take({ what: 'semester', start: 7, end: 130 }, today);
      let before = await rollsTaken();
      for (const given of steps) {
        if (given.what === 'wait') today = today.add({ days: given.days });
        school.at(`${today.toString()}T08:30:00+10:00`);
        await take(given, today);
        const after = await rollsTaken();
        for (const [key, roll] of before) {
          const now = after.get(key);
          expect(now).toBeDefined();
          // A mark of the roll itself may change; nothing else of it.
          if (given.what === 'mark') expect({ ...now, marks: 0 }).toEqual({ ...roll, marks: 0 });
          else expect(now).toEqual(roll);
        }
        for (const [key, roll] of after)
          if (!before.has(key)) expect(roll).toMatchObject({ date: key.split(' ')[1] });
        before = after;
      }
      rollsSeen += before.size;
      // Every write plans meetings: planning again finds nothing to do.
      const again = await sql<{ done: number }>`select plan_meetings() as done`.execute(
        school.database,
      );
      expect(again.rows).toEqual([{ done: 0 }]);
    }),
    allRuns(15),
  );
  expect(rollsSeen).toBeGreaterThan(5);
  expect(undone).toBeGreaterThan(0);
});
