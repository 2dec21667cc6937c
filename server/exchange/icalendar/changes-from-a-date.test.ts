import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, part, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const zone = 'TZID=Australia/Sydney';

const until = '20260329';
const firstHalf = part({ first: '20260209', until });

/** The classes of calendars, and what is held, moved or cancelled, as `date start room teacher`. */
async function classes(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; meetings: string[] }>`
    select c.day_of_week || ' ' || to_char(c.start_time, 'HH24:MI') as name,
      array_agg(concat_ws(' ', g.date, to_char(g.start_time, 'HH24:MI'), r.room_number,
        coalesce('/ ' || t.first_name, p.first_name), nullif(g.status, 'scheduled'))
        order by g.date) as meetings
    from class_schedule c join class_meeting g on g.class_schedule_id = c.id
    join classroom r on r.id = g.classroom_id join teacher p on p.id = g.teacher_id
    left join teacher t on t.id = g.covering_teacher_id
    where c.ref like 'calendar:%' group by c.id order by c.id`.execute(school().database);
  return Object.fromEntries(rows.map(({ name, meetings }) => [name, meetings]));
}

/** Of the one class, the dates around the change at the end of March. */
async function around(): Promise<string[]> {
  const [only, ...others] = Object.values(await classes());
  expect(others).toEqual([]);
  return (only ?? []).filter((one) => one > '2026-03-16' && one < '2026-04-20');
}

const undo = async (id: number | null) => {
  const path = `attendance/bulk-operations/${id}/undo/`;
  const { status, body } = await school().call('admin', 'POST', path, {});
  expect({ status, body }).toMatchObject({ status: 200, body: { refused: 0 } });
};

const theo = ['ATTENDEE;CN=Theo Tutor:mailto:theo@school.example', 'LOCATION:R1'];
it.each([
  [
    'a change of all that follow',
    [
      ...weekly(),
      ...eventOf(
        'UID:weekly@other',
        `RECURRENCE-ID;RANGE=THISANDFUTURE;${zone}:20260330T080000`,
        'SUMMARY:MAT1 Algebra',
        ...theo,
        `DTSTART;${zone}:20260330T073000`,
        `DTEND;${zone}:20260330T083000`,
      ),
    ],
  ],
  [
    'a series that goes on under another UID',
    [
      ...firstHalf,
      ...part({
        uid: 'later@other',
        first: '20260330',
        begin: '073000',
        end: '083000',
        more: theo,
      }),
    ],
  ],
])('%s changes the class from that date on (R-IMPORT-10)', async (_name, lines) => {
  await importText(calendarOf(...weekly()));
  const before = await classes();
  const { rows: ids } =
    await sql`select id from class_schedule where ref like 'calendar:%'`.execute(school().database);
  school().at('2026-03-17T09:00:00+11:00');
  const report = await importText(calendarOf(...lines));
  expect(report.totals.error).toBe(0);
  expect(report.written).toBe(true);
  // Most dates have the new time and teacher: these are the class's from today on.
  expect(Object.keys(await classes())).toEqual(['1 07:30']);
  expect(await around()).toEqual([
    '2026-03-16 08:00 R1 Tess',
    '2026-03-23 08:00 R1 / Tess',
    '2026-03-30 07:30 R1 Theo',
    '2026-04-06 07:30 R1 Theo holiday',
    '2026-04-13 07:30 R1 Theo',
  ]);
  // The same class: who is enrolled stays so.
  expect(
    (
      await sql`select id from class_schedule where ref like 'calendar:%'`.execute(
        school().database,
      )
    ).rows,
  ).toEqual(ids);
  expect(await importText(calendarOf(...lines))).toMatchObject({ operation: null });
  await undo(report.operation);
  expect(await classes()).toEqual(before);
});

it('a change near the end is one of its dates, and who teaches then stands in', async () => {
  const lines = [
    ...part({ first: '20260209', until: '20260531' }),
    ...part({ uid: 'later', first: '20260602', begin: '160000', end: '170000', more: theo }),
  ];
  const report = await importText(calendarOf(...lines));
  expect(report.problems).toMatchObject([
    {
      column: 'UID',
      line: 12,
      reason: 'goes on with the class of line 3, which changes on 2026-06-02',
    },
    { column: 'ATTENDEE', line: 12, reason: 'Theo Tutor stands in on 2026-06-02, 2026-06-09' },
  ]);
  const found = await classes();
  expect(Object.keys(found)).toEqual(['1 08:00']);
  expect(found['1 08:00']?.slice(-5)).toEqual([
    '2026-05-25 08:00 R1 Tess',
    '2026-06-01 08:00 R1 Tess moved',
    '2026-06-02 16:00 R1 / Theo',
    '2026-06-08 08:00 R1 Tess moved',
    '2026-06-09 16:00 R1 / Theo',
  ]);
  expect(await importText(calendarOf(...lines))).toMatchObject({ operation: null });
});

it('most dates on another weekday: it is the class’s, and the dates before are moved', async () => {
  const lines = [
    ...part({ first: '20260209', until: '20260217' }),
    ...part({ uid: 'later', first: '20260225', begin: '070000', end: '080000' }),
  ];
  await importText(calendarOf(...lines));
  const found = await classes();
  expect(Object.keys(found)).toEqual(['3 07:00']);
  expect(found['3 07:00']?.slice(0, 6)).toEqual([
    '2026-02-09 08:00 R1 Tess',
    '2026-02-11 07:00 R1 Tess moved',
    '2026-02-16 08:00 R1 Tess',
    '2026-02-18 07:00 R1 Tess moved',
    '2026-02-25 07:00 R1 Tess',
    '2026-03-04 07:00 R1 Tess',
  ]);
  expect(await importText(calendarOf(...lines))).toMatchObject({ operation: null });
});
