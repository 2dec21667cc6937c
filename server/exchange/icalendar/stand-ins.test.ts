import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

const theo = 'ATTENDEE;CN=Theo Tutor:mailto:theo@school.example';

/** A change of the class on one date: another person, and further lines. */
const changed = (day: string, person = theo, times = ['080000', '090000'], onto = day) =>
  eventOf(
    'UID:weekly@other',
    `RECURRENCE-ID;TZID=Australia/Sydney:${day}T080000`,
    'SUMMARY:MAT1 Algebra',
    'LOCATION:R1',
    person,
    `DTSTART;TZID=Australia/Sydney:${onto}T${times[0]}`,
    `DTEND;TZID=Australia/Sydney:${onto}T${times[1]}`,
  );
const covered = calendarOf(...weekly(), ...changed('20260223'));

interface Row {
  id: number;
  text: string;
}

/** The meetings of the calendar's class, as `date start status teacher`, with who stands in. */
async function rows(): Promise<Row[]> {
  const found = await sql<Row>`
    select g.id, concat_ws(' ', g.date, to_char(g.start_time, 'HH24:MI'), g.status, p.first_name,
      '/ ' || t.first_name, y.paycode, g.reason) as text
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    join teacher p on p.id = g.teacher_id
    left join teacher t on t.id = g.covering_teacher_id
    left join pay_code y on y.id = g.cover_payroll_id
    where c.ref like 'calendar:%' order by g.date`.execute(school().database);
  return found.rows;
}
const meetings = async () => (await rows()).map(({ text }) => text);
const on = async (date: string) => {
  const found = (await rows()).find(({ text }) => text.startsWith(date));
  if (!found) throw new Error(`No class on ${date}.`);
  return found;
};

const plain = '2026-02-23 08:00 scheduled Tess';
const ours = '2026-02-23 08:00 scheduled Tess / Theo Covered in the calendar';

const teacherId = async (first: string) =>
  (
    await sql<{ id: number }>`select id from teacher where first_name = ${first}`.execute(
      school().database,
    )
  ).rows[0]?.id;

async function coverByHand(date: string, teacher: string | null, more = {}): Promise<void> {
  const { status } = await school().call('account', 'POST', 'attendance/meetings/cover/', {
    ids: [(await on(date)).id],
    teacher_id: teacher && (await teacherId(teacher)),
    confirm: true,
    ...more,
  });
  expect(status).toBe(200);
}

const undo = async (id: number | null) => {
  const path = `attendance/bulk-operations/${id}/undo/`;
  const { status, body } = await school().call('admin', 'POST', path, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ refused: 0 });
  return Number(body.operation);
};

/** What an undo leaves, and why. */
async function refusedUndo(id: number | null): Promise<string[]> {
  const path = `attendance/bulk-operations/${id}/`;
  const { status } = await school().call('admin', 'POST', `${path}undo/`, {});
  expect(status).toBe(200);
  const { body } = await school().call('admin', 'GET', `${path}rows/?refused=true`);
  return body.results.map(({ refusal }: { refusal: string }) => refusal);
}

it('another teacher on a date stands in, without a pay code, and is named (R-IMPORT-9)', async () => {
  const report = await importText(covered);
  expect(report.problems).toEqual([
    expect.objectContaining({
      line: 12,
      level: 'note',
      column: 'ATTENDEE',
      reason: 'Theo Tutor stands in on 2026-02-23',
    }),
  ]);
  expect((await meetings()).slice(1, 4)).toEqual([
    '2026-02-16 08:00 scheduled Tess',
    ours,
    '2026-03-02 08:00 scheduled Tess',
  ]);
  const again = await importText(covered);
  expect(again).toMatchObject({ written: true, operation: null, problems: [] });
});

it('who stands in goes with the calendar that says so, and comes back by undo', async () => {
  await importText(covered);
  const { operation, problems } = await importText(calendarOf(...weekly()));
  expect(problems.map(({ reason }) => reason)).toEqual([
    'Theo Tutor no longer stands in on 2026-02-23',
  ]);
  expect((await on('2026-02-23')).text).toBe(plain);
  const undone = await undo(operation);
  expect((await on('2026-02-23')).text).toBe(ours);
  await undo(undone);
  expect((await on('2026-02-23')).text).toBe(plain);
});

it('undoing the import takes the cover away', async () => {
  await importText(calendarOf(...weekly()));
  const before = await meetings();
  await undo((await importText(covered)).operation);
  expect(await meetings()).toEqual(before);
});

it('a cover stays when its import is undone, once the date carries something (R-UNDO-3)', async () => {
  await importText(calendarOf(...weekly()));
  const { operation } = await importText(covered);
  await sql`
    insert into attendance (date, class_schedule_id, student_id, status, how, marked_at)
    select '2026-02-23', c.id, s.id, 'Present', 'manual', now() from class_schedule c, student s
    where c.ref like 'calendar:%' and s.student_id = 'S1'`.execute(school().database);
  expect(await refusedUndo(operation)).toEqual(['has marks, a note or a check-in since']);
  expect((await on('2026-02-23')).text).toBe(ours);
});

it('nor does a pay code that accounts set for one go to another (R-IMPORT-9)', async () => {
  await importText(covered);
  const tess = theo.replace('CN=Theo Tutor:mailto:theo', 'CN=Sam Stand:mailto:sam');
  await school().call('account', 'POST', 'attendance/teachers/create/', {
    first_name: 'Sam',
    last_name: 'Stand',
    email: 'sam@school.example',
    phone: '1',
  });
  const { operation } = await importText(calendarOf(...weekly(), ...changed('20260223', tess)));
  await sql`
    with code as (
      insert into pay_code (paycode, amount_cents, paycode_type) values ('SAM', 5000, 'Hourly')
      returning id
    )
    update class_meeting set cover_payroll_id = (select id from code)
    where covering_teacher_id is not null`.execute(school().database);
  expect(await refusedUndo(operation)).toEqual(['has another pay code since']);
  expect((await on('2026-02-23')).text).toContain('/ Sam');
});

it('a moved and an extra class have who stands in as well', async () => {
  const text = calendarOf(
    ...weekly(),
    ...changed('20260223', theo, ['100000', '110000'], '20260225'),
    ...eventOf(
      'UID:once',
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
      theo,
      'DTSTART;TZID=Australia/Sydney:20260305T080000',
      'DTEND;TZID=Australia/Sydney:20260305T090000',
    ),
  );
  const { problems } = await importText(text);
  expect(problems.map(({ reason }) => reason)).toEqual([
    'Theo Tutor stands in on 2026-02-25',
    'Theo Tutor stands in on 2026-03-05',
  ]);
  expect((await meetings()).slice(2, 6)).toEqual([
    '2026-02-23 08:00 moved Tess Moved in the calendar',
    '2026-02-25 10:00 scheduled Tess / Theo Moved in the calendar',
    '2026-03-02 08:00 scheduled Tess',
    '2026-03-05 08:00 scheduled Tess / Theo Added by the calendar',
  ]);
  expect(await importText(text)).toMatchObject({ operation: null, problems: [] });
  // Cancelled afterwards: no cover is left behind.
  await importText(calendarOf(...weekly()));
  expect((await meetings()).filter((one) => one.includes('Theo'))).toEqual([]);
});

it('the teacher of most single events is the class’s, the others stand in', async () => {
  const once = (day: string, person: string) =>
    eventOf(
      `UID:${day}`,
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
      person,
      `DTSTART;TZID=Australia/Sydney:${day}T080000`,
      `DTEND;TZID=Australia/Sydney:${day}T090000`,
    );
  const tess = 'ATTENDEE;CN=Tess Teacher:mailto:tess@school.example';
  await importText(
    calendarOf(...once('20260216', theo), ...once('20260223', tess), ...once('20260302', tess)),
  );
  expect((await meetings()).filter((one) => one.includes('scheduled'))).toEqual([
    '2026-02-16 08:00 scheduled Tess / Theo Covered in the calendar',
    plain,
    '2026-03-02 08:00 scheduled Tess',
  ]);
});

it('a cover that was entered by hand stays, and so does its pay code', async () => {
  await sql`
    insert into pay_code (paycode, amount_cents, paycode_type)
    values ('RELIEF', 9000, 'Casual')`.execute(school().database);
  await importText(covered);
  const { rows: codes } = await sql<{ id: number }>`
    select id from pay_code where paycode = 'RELIEF'`.execute(school().database);
  await coverByHand('2026-02-23', 'Theo', { payroll_id: codes[0]?.id });
  await coverByHand('2026-03-02', 'Theo', { reason: 'Ill' });
  const paid = '2026-02-23 08:00 scheduled Tess / Theo RELIEF';
  expect((await on('2026-02-23')).text).toBe(paid);
  // The same teacher, and no teacher: what is entered by hand holds over both.
  expect(await importText(covered)).toMatchObject({ operation: null });
  const { operation, problems } = await importText(calendarOf(...weekly()));
  expect(operation).toBeNull();
  expect((await on('2026-02-23')).text).toBe(paid);
  expect((await on('2026-03-02')).text).toBe('2026-03-02 08:00 scheduled Tess / Theo Ill');
  expect(problems.map(({ reason }) => reason)).toEqual([
    '2026-03-02: is covered by hand, which stays',
  ]);
});

it('another room that was entered by hand stays with who stands in', async () => {
  await importText(covered);
  await sql`insert into classroom (room_number, capacity) values ('R9', 9)`.execute(
    school().database,
  );
  const { rows: rooms } = await sql<{ id: number }>`
    select id from classroom where room_number = 'R9'`.execute(school().database);
  const { status } = await school().call('admin', 'POST', 'attendance/meetings/room/', {
    ids: [(await on('2026-02-23')).id],
    classroom_id: rooms[0]?.id,
    confirm: true,
  });
  expect(status).toBe(200);
  const stays = ['2026-02-23: has a room that was set by hand, which stays'];
  const { operation, problems } = await importText(covered);
  expect(operation).toBeNull();
  expect(problems.map(({ reason }) => reason)).toEqual(stays);

  // The date goes to the new time of its class, in its own room.
  const later = covered.replaceAll(/T08(\d{4})/g, 'T07$1');
  const moved = await importText(later);
  expect(moved.problems.map(({ reason }) => reason)).toEqual(expect.arrayContaining(stays));
  expect((await on('2026-02-23')).text).toMatch(/^2026-02-23 07:00 scheduled/);
});

it('no teacher stands in on dates that are over or have marks (R-MEETING-2)', async () => {
  await importText(calendarOf(...weekly()));
  await sql`
    insert into attendance (date, class_schedule_id, student_id, status, how, marked_at)
    select '2026-03-09', c.id, s.id, 'Present', 'manual', now() from class_schedule c, student s
    where c.ref like 'calendar:%' and s.student_id = 'S1'`.execute(school().database);
  school().at('2026-03-04T09:00:00+11:00');
  const { operation, problems } = await importText(
    calendarOf(...weekly(), ...['20260223', '20260309'].flatMap((day) => changed(day))),
  );
  expect(operation).toBeNull();
  expect(problems.map(({ reason }) => reason)).toEqual([
    '2026-03-09: has marks, and stays as it is',
  ]);
  expect((await on('2026-02-23')).text).toBe(plain);
});

it('who teaches at that time is a clash, which is confirmed where the institute wants it (R-MEETING-5)', async () => {
  // Theo has a class at ten then.
  const text = calendarOf(...weekly(), ...changed('20260223', theo, ['101500', '110000']));
  const clash = expect.objectContaining({ column: 'teacher', level: 'note' });
  expect((await importText(text, { dryRun: true })).problems).toContainEqual(clash);
  const open = await importText(text, { clashes: 'refuse' });
  expect(open).toMatchObject({ written: false });
  expect(
    open.problems.filter(({ level }) => level === 'error').map(({ reason }) => reason),
  ).toEqual(expect.arrayContaining([expect.stringContaining('Theo Tutor')]));
  const done = await importText(text, { clashes: 'refuse', answers: { confirm_clashes: 'yes' } });
  expect(done).toMatchObject({ written: true, totals: { error: 0 } });
});

it('a name on one date that is not known is a question', async () => {
  const text = calendarOf(
    ...weekly(),
    ...changed('20260223', 'ATTENDEE;CN=R. Lief:mailto:relief@agency.example'),
  );
  const open = await importText(text);
  expect(open).toMatchObject({ written: false });
  expect(open.questions.filter(({ answer }) => answer === null).map(({ name }) => name)).toEqual([
    'teacher:r. lief',
  ]);
  expect((await importText(text, { answers: { 'teacher:r. lief': '-' } })).written).toBe(true);
  expect((await on('2026-02-23')).text).toBe(plain);
  await importText(text, { answers: { 'teacher:r. lief': String(await teacherId('Theo')) } });
  expect((await on('2026-02-23')).text).toBe(ours);
});

it('its own teacher on a date stands in for no other in a class that no calendar made', async () => {
  const mon9 = await school().classId('mon9');
  const all = async () =>
    (
      await sql`select * from class_meeting where class_schedule_id = ${mon9} order by id`.execute(
        school().database,
      )
    ).rows;
  const before = await all();
  // The calendar names Theo, and Tess on one date; here it is the class of Tess.
  const names = { tess: 'CN=Theo Tutor:mailto:theo', theo: 'CN=Tess Teacher:mailto:tess' };
  const other = [...weekly(), ...changed('20260223')].map((line) =>
    line
      .replace('T090000', 'T100000')
      .replace('T080000', 'T090000')
      .replace(/CN=.*:mailto:(tess|theo)/, (_all, name) =>
        name === 'tess' ? names.tess : names.theo,
      ),
  );
  const report = await importText(calendarOf(...other));
  expect(report.counts).toContainEqual(
    expect.objectContaining({ table: 'class_schedule', created: 0, unchanged: 1 }),
  );
  expect(report.problems.filter(({ column }) => column === 'ATTENDEE')).toEqual([]);
  expect(await all()).toEqual(before);
});
