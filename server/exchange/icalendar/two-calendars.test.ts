import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, mondaysOf } from '#server/test/calendar-import.ts';

const { school, importText, madeClasses: classes } = calendarTests();

const named = (name: string, ...lines: string[]) => calendarOf(`X-WR-CALNAME:${name}`, ...lines);
const first = [...mondaysOf(0, 'MAT1 Algebra', '16'), ...mondaysOf(1, 'MAT1 Algebra', '17')];
const made = ['MAT1 16:00', 'MAT1 17:00'];

describe('two calendars that disagree on a class (R-IMPORT-13)', () => {
  const inOtherRoom = first.map((line) => line.replace('LOCATION:R1', 'LOCATION:R2'));
  const second = (answers: Record<string, string> = {}, dryRun = false) =>
    importText(named('Pharmacy', ...inOtherRoom), {
      answers: { calendar: 'new', 'room:r2': 'new', ...answers },
      dryRun,
    });
  const again = (answers: Record<string, string> = {}) =>
    importText(named('Pharmacy', ...inOtherRoom), { answers });
  const questionOf = ({ questions }: Awaited<ReturnType<typeof importText>>) =>
    questions.find(({ name }) => name === 'other:rooms');
  /** The rooms of the classes, and of their dates. */
  async function rooms(): Promise<string> {
    const { rows } = await sql<{ text: string }>`
      select string_agg(distinct r.room_number, ',') || ' ' || string_agg(distinct d.room_number, ',')
        as text
      from class_schedule c join classroom r on r.id = c.classroom_id
      join class_meeting g on g.class_schedule_id = c.id join classroom d on d.id = g.classroom_id
      where c.ref like 'calendar:%'`.execute(school().database);
    return rows[0]?.text ?? '';
  }

  it('is a question that names the earlier one, and nothing is written before', async () => {
    await importText(named('Nursing', ...first));
    const open = await second();
    expect(open).toMatchObject({ written: false });
    expect(questionOf(open)).toMatchObject({
      label: 'Rooms that another source has otherwise',
      answer: null,
      help: 'MAT1 Algebra, Mondays 16:00: R1 (Nursing), in this file R2; MAT1 Algebra, Mondays 17:00: R1 (Nursing), in this file R2.',
    });
    expect(await rooms()).toBe('R1 R1');
  });

  it('may stay as it is here, which is proposed where the file says the same again', async () => {
    await importText(named('Nursing', ...first));
    expect(await second({ 'other:rooms': 'keep' })).toMatchObject({ written: true });
    expect(await rooms()).toBe('R1 R1');
    const next = await again();
    expect(next).toMatchObject({ written: true, operation: null });
    expect(questionOf(next)).toMatchObject({ answer: 'keep' });
  });

  it('may become what the later one says, on the dates to come, is counted and listed, and undone', async () => {
    await importText(named('Nursing', ...first));
    const taken = await second({ 'other:rooms': 'take' });
    expect(taken.counts).toContainEqual(
      expect.objectContaining({ table: 'class_schedule', created: 0, updated: 2, unchanged: 0 }),
    );
    expect(taken.listed).toContainEqual(
      expect.objectContaining({ fields: [{ field: 'room', from: 'R1', to: 'R2' }] }),
    );
    expect(await rooms()).toBe('R2 R2');
    expect(questionOf(await again())).toBeUndefined();
    // The first one learns who has changed it.
    const back = await importText(named('Nursing', ...first));
    const changed = {
      answer: 'keep',
      help: expect.stringContaining('a timetable from a calendar'),
    };
    expect(back.questions.find(({ name }) => name === 'changed:room')).toMatchObject(changed);
    // The answer that it stays is no change by hand.
    const once = await importText(named('Nursing', ...first));
    expect(once.questions.find(({ name }) => name === 'changed:room')).toMatchObject(changed);
    const path = `attendance/bulk-operations/${taken.operation}/undo/`;
    expect(await school().call('admin', 'POST', path, {})).toMatchObject({ status: 200 });
    expect(await rooms()).toBe('R1 R1');
  });

  it('finds its class again where by now neither its teacher nor its room is here', async () => {
    await importText(named('Nursing', ...first));
    await second({ 'other:rooms': 'keep' });
    await sql`
      update class_schedule set
        teacher_id = (select max(id) from teacher), classroom_id = (select max(id) from classroom)
      where ref like 'calendar:%'`.execute(school().database);
    const before = await classes();
    await again({ 'other:rooms': 'keep', 'other:teachers': 'keep' });
    expect(await classes()).toEqual(before);
  });

  describe('finds its class again where it is at another time by now', () => {
    async function move(change: object): Promise<void> {
      const { rows } = await sql<{ id: number }>`
        select id from class_schedule where start_time = '17:00'`.execute(school().database);
      const path = `attendance/classschedule/${rows[0]?.id}/`;
      const { status, body } = await school().call('admin', 'PATCH', path, change);
      expect(status, JSON.stringify(body)).toBe(200);
    }
    const datesAt = async (time: string) => {
      const { rows } = await sql<{ text: string }>`
        select to_char(g.date, 'Dy DD Mon') as text from class_meeting g
        where g.start_time = ${time}::time and g.date >= '2026-03-09' order by g.date`.execute(
        school().database,
      );
      return rows.map(({ text }) => text);
    };

    it.each([
      [{ start_time: '12:00', end_time: '13:00' }, 'Mondays 12:00–13:00', '12:00:00'],
      [{ day_of_week: 'Saturday' }, 'Saturdays 17:00–18:00', '17:00:00'],
    ])('where somebody set %j', async (change, text, time) => {
      await importText(named('Nursing', ...first));
      await second({ 'other:rooms': 'keep' });
      await move(change);
      const [before, dates] = [await classes(), await datesAt(time)];
      const next = await again({ 'other:rooms': 'keep' });
      expect(next.questions).toContainEqual(
        expect.objectContaining({
          name: 'other:times',
          answer: 'keep',
          help: `MAT1 Algebra: ${text} (Nursing), in this file Mondays 17:00–18:00.`,
        }),
      );
      expect(next).toMatchObject({ written: true, operation: null });
      expect([await classes(), await datesAt(time)]).toEqual([before, dates]);
      const taken = await again({ 'other:rooms': 'keep', 'other:times': 'take' });
      expect(taken).toMatchObject({ written: true });
      expect(await classes()).toEqual(made);
      expect(await datesAt('17:00:00')).toEqual(['Mon 09 Mar', 'Mon 16 Mar']);
    });

    it('also where somebody entered it here, which is named only', async () => {
      await importText(named('Nursing', ...first));
      await sql`update class_schedule set ref = null where ref like 'calendar:%'`.execute(
        school().database,
      );
      await importText(named('Pharmacy', ...first), { answers: { calendar: 'new' } });
      await move({ start_time: '12:00', end_time: '13:00' });
      const next = await importText(named('Pharmacy', ...first));
      expect(next).toMatchObject({ written: true, operation: null });
      expect(next.problems.map(({ reason }) => reason)).toContainEqual(
        expect.stringMatching(/it has other times here, which stay/),
      );
    });
  });

  it('has no say in single dates of the other’s classes: what it has otherwise stays, and is named', async () => {
    const exceptions = eventOf(
      'UID:1@default',
      'RECURRENCE-ID;TZID=Australia/Sydney:20260309T170000',
      'DTSTART;TZID=Australia/Sydney:20260310T100000',
      'DURATION:PT1H',
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
    );
    await importText(named('Nursing', ...first, ...exceptions));
    const dates = async () =>
      (
        await sql`select class_schedule_id, date, status, start_time from class_meeting
          where class_schedule_id in (select id from class_schedule where ref like 'calendar:%')
          order by 1, 2`.execute(school().database)
      ).rows;
    const before = await dates();
    const pharmacy = () =>
      importText(named('Pharmacy', ...first), { answers: { calendar: 'new' } });
    for (const report of [await pharmacy(), await pharmacy()]) {
      expect(report).toMatchObject({ written: true, operation: null });
      expect(report.problems.map(({ reason }) => reason)).toContainEqual(
        '2026-03-09, 2026-03-10: another calendar has it otherwise, and stays as it is',
      );
      expect(await dates()).toEqual(before);
      const again = await importText(named('Nursing', ...first, ...exceptions));
      expect(again).toMatchObject({ written: true, operation: null });
    }
  });

  it('nor in those of a class that was entered here and that the other had first', async () => {
    await importText(named('Nursing', ...first));
    await sql`update class_schedule set ref = null where ref like 'calendar:%'`.execute(
      school().database,
    );
    const without = first.map((line) =>
      line.replace('RRULE', 'EXDATE;TZID=Australia/Sydney:20260309T170000\r\nRRULE'),
    );
    expect(await importText(named('Nursing', ...without))).toMatchObject({ written: true });
    const pharmacy = await importText(named('Pharmacy', ...first), {
      answers: { calendar: 'new' },
    });
    expect(pharmacy).toMatchObject({ written: true, operation: null });
    expect(await importText(named('Nursing', ...without))).toMatchObject({ operation: null });
  });

  it('is a question about teachers too, and none where the class has the teacher as a further one', async () => {
    const by = (who: string) =>
      first.map((line) => (line === 'LOCATION:R1' ? `LOCATION:R1\r\nATTENDEE;CN=${who}` : line));
    const [tess, theo] = [
      by('Tess Teacher:mailto:tess@school.example'),
      by('Theo Tutor:mailto:theo@school.example'),
    ];
    await importText(named('Nursing', ...tess));
    const open = await importText(named('Pharmacy', ...theo), { answers: { calendar: 'new' } });
    expect(open.questions).toContainEqual(
      expect.objectContaining({
        name: 'other:teachers',
        answer: null,
        help: expect.stringContaining('Tess Teacher (Nursing), in this file Theo Tutor'),
      }),
    );
    await sql`
      update class_schedule set co_teacher_ids = array[(select id from teacher where email = 'theo@school.example')]
      where ref like 'calendar:%'`.execute(school().database);
    const shared = await importText(named('Pharmacy', ...theo), { answers: { calendar: 'new' } });
    expect(shared).toMatchObject({ written: true, operation: null });
  });

  it('is named only where the class was entered here', async () => {
    await importText(named('Nursing', ...first));
    await sql`update class_schedule set ref = null where ref like 'calendar:%'`.execute(
      school().database,
    );
    const report = await second();
    expect(questionOf(report)).toBeUndefined();
    expect(report.problems.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/it has other rooms here, which stays/),
    );
  });
});
