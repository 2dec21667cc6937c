import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

/** Tess teaches `mon9`; Theo, who has the other account of a teacher, has each of these parts in it. */
let marking: Marking;
let ids: { tess: number; theo: number; uma: number };
beforeAll(async () => {
  marking = await createMarking();
  await sql`insert into teacher (first_name, last_name, email, phone)
    values ('Uma', 'Umber', 'uma@school.example', '1')`.execute(marking.school.database);
  const { rows } = await sql<{ name: keyof typeof ids; id: number }>`
    select lower(first_name) as name, id from teacher`.execute(marking.school.database);
  ids = Object.fromEntries(rows.map(({ name, id }) => [name, id])) as typeof ids;
  // Theo's own classes are of no interest here.
  for (const table of ['class_schedule', 'class_meeting'])
    await sql`update ${sql.table(table)} set teacher_id = ${ids.uma} where teacher_id = ${ids.theo}`.execute(
      marking.school.database,
    );
});
afterAll(() => marking.school.close());
/** Each part has a Monday of its own: who has closed a roll once has it among their own. */
let monday = '2026-02-09';
beforeEach(() => marking.reset());
const nextMonday = () => {
  monday = Temporal.PlainDate.from(monday).add({ days: 7 }).toString();
};

const get = async (path: string, caller: Caller = 'otherTeacher') =>
  (await marking.school.call(caller, 'GET', `attendance/${path}`)).body;
const become = (columns: { co: readonly number[]; covering?: number; changed?: object }) =>
  sql`update class_meeting set co_teacher_ids = ${columns.co}::bigint[],
      covering_teacher_id = ${columns.covering ?? null}::bigint,
      changed_places = ${columns.changed ? JSON.stringify(columns.changed) : null}::jsonb
    where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(
    marking.school.database,
  );

/** What Theo is in the class on the date: whether he teaches it, and whether it is his own roll. */
const parts = [
  ['a further teacher', () => ({ co: [ids.theo] }), true, true],
  [
    'who covers a further teacher',
    () => ({ co: [ids.uma], changed: { [ids.uma]: { teacher: ids.theo } } }),
    true,
    true,
  ],
  [
    'who covers the first teacher beside a further one',
    () => ({ co: [ids.uma], covering: ids.theo }),
    true,
    true,
  ],
  [
    'a further teacher who is covered',
    () => ({ co: [ids.theo], changed: { [ids.theo]: { teacher: ids.uma } } }),
    false,
    true,
  ],
  [
    'a further teacher who is away',
    () => ({ co: [ids.theo], changed: { [ids.theo]: { away: true } } }),
    false,
    true,
  ],
  ['no teacher of the class', () => ({ co: [ids.uma] }), false, false],
] as const;

describe.each(parts)('%s (R-TEACH-1)', (_what, columns, teaches, has) => {
  beforeAll(nextMonday);
  beforeEach(async () => {
    marking.school.at(`${monday}T09:05:00+11:00`);
    await become(columns());
  });

  it(`${has ? 'sees' : 'does not see'} the class among their own of the day and of the week`, async () => {
    const day = await get(`classschedule/?teacher=${ids.theo}&date=${monday}`);
    expect(day.total).toBe(Number(has));
    const week = await get(`week/?teacher=${ids.theo}&date=${monday}`);
    expect(
      week.results.filter((it: { id: number; date: string }) => it.date === monday),
    ).toHaveLength(Number(has));
  });

  it(`${teaches ? 'has' : 'has not'} its open roll, the meeting of a report and the next day with classes`, async () => {
    marking.school.at(`${monday}T12:00:00+11:00`);
    const of = `from_date=${monday}&to_date=${monday}`;
    const rolls = await get(`open-rolls/?${of}&ordering=date`);
    expect(rolls.results.map((it: { class_schedule: number }) => it.class_schedule)).toEqual(
      teaches ? [marking.mon9] : [],
    );
    const report = await get(`reports/?by=teacher&${of}&teacher=${ids.theo}`, 'admin');
    expect(report.results.map((it: { id: number }) => it.id)).toEqual(teaches ? [ids.theo] : []);
    expect(report.totals.meetings).toBe(Number(teaches));
    const rows = await get(`reports/rolls/?${of}&teacher=${ids.theo}`, 'admin');
    expect(rows.total).toBe(Number(teaches));
    const sunday = Temporal.PlainDate.from(monday).subtract({ days: 1 }).toString();
    const days = await get(`class-days/?from=${sunday}&to=${sunday}&teacher=${ids.theo}`, 'admin');
    expect(days.next === monday).toBe(teaches);
  });

  it(`${has ? 'has' : 'has not'} it in their calendar${has && !teaches ? ', as cancelled' : ''}`, async () => {
    const link = await marking.school.call(
      'otherTeacher',
      'POST',
      'attendance/calendar-link/create/',
      {},
    );
    const path = new URL(link.body.url).pathname.replace('/api/v2/', '');
    const { body: text } = await marking.school.call('anonymous', 'GET', path);
    const events = String(text)
      .split('BEGIN:VEVENT')
      .filter((it) => it.includes(`class-${marking.mon9}-${monday}`));
    expect(events.map((it) => /STATUS:(\w+)/.exec(it)?.[1])).toEqual(
      has ? [teaches ? 'CONFIRMED' : 'CANCELLED'] : [],
    );
  });

  it(`${has ? 'closes' : 'does not close'} its roll`, async () => {
    const { status } = await marking.school.call('otherTeacher', 'POST', 'attendance/close-roll/', {
      class_schedule: marking.mon9,
      date: monday,
    });
    expect(status).toBe(has ? 200 : 403);
  });
});

it('a report by teacher counts a class for each, and its totals once', async () => {
  nextMonday();
  await become({ co: [ids.theo] });
  marking.school.at(`${monday}T23:00:00+11:00`);
  const report = await get(
    `reports/?by=teacher&from_date=${monday}&to_date=${monday}&class_schedule=${marking.mon9}`,
    'admin',
  );
  expect(
    report.results.map((it: { name: string; meetings: number }) => [it.name, it.meetings]),
  ).toEqual([
    ['Tess Teacher', 1],
    ['Theo Tutor', 1],
  ]);
  expect(report.totals.meetings).toBe(1);
});
