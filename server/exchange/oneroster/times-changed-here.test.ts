import { describe, expect, it } from 'vitest';
import { expectWritten, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';

const { rosters, school } = rosterTests();

describe('times of a class that were changed here since the last file (R-ROSTER-7)', () => {
  const time = {
    classSourcedId: 'K-ALG',
    weekday: 'Monday',
    start: '09:00',
    end: '10:00',
    room: 'A1',
  };
  const answers = { ...smallAnswers, new_rooms: 'yes' };
  const file = (more: Partial<typeof time> = {}) => ({
    ...smallRoster,
    times: [{ ...time, ...more }],
  });
  const changeHere = () =>
    rosters.rows(`with hall as (
        insert into classroom (room_number, capacity) values ('Hall', 90) returning id)
      update class_schedule set start_time = '12:00', end_time = '13:00', classroom_id = hall.id
      from hall returning class_schedule.id`);
  const here = () =>
    rosters.rows(`select to_char(c.start_time, 'HH24:MI') || ' ' || r.room_number as text
      from class_schedule c join classroom r on r.id = c.classroom_id`);
  const questionsOf = ({ questions }: Awaited<ReturnType<typeof rosters.import>>) =>
    questions
      .filter(({ name }) => name.startsWith('changed:'))
      .map(({ name, answer }) => `${name} ${answer}`);

  it('stay where the file is the same, which is proposed and can be answered otherwise', async () => {
    expectWritten(await rosters.import(file(), answers));
    expect(questionsOf(await rosters.import(file()))).toEqual([]);
    await changeHere();
    const same = await rosters.import(file());
    expectWritten(same);
    expect(questionsOf(same)).toEqual(['changed:room keep', 'changed:time keep']);
    expect(same.questions.find(({ name }) => name === 'changed:time')?.help).toBe(
      'Algebra A, Mondays 12:00: Mondays 12:00–13:00, in the file Mondays 09:00–10:00.',
    );
    expect(await here()).toEqual([{ text: '12:00 Hall' }]);
    expectWritten(await rosters.import(file(), { 'changed:time': 'take' }));
    expect(await here()).toEqual([{ text: '09:00 Hall' }]);
  });

  it('move, but not on a date of today that has a mark, which is named', async () => {
    expectWritten(await rosters.import(file(), answers));
    const [made] = await rosters.rows(`insert into attendance
        (date, class_schedule_id, student_id, status, how, marked_at)
      select m.date, m.class_schedule_id, s.id, 'Present', 'manual', now()
      from (select class_schedule_id, min(date) as date from class_meeting
        where date >= '2026-03-01' group by 1) m, student s where s.student_id = 'P2'
      returning date::text`);
    school().at(`${String(made?.['date'])}T07:00:00+11:00`);
    const moved = await rosters.import(file({ start: '14:00', end: '15:00' }));
    expectWritten(moved);
    expect(moved.problems.map(({ reason }) => reason)).toContain(
      `${String(made?.['date'])}: has marks, a note or a check-in, and stays as it is`,
    );
  });

  it('are a question without a proposal where the file has changed as well', async () => {
    expectWritten(await rosters.import(file(), answers));
    await changeHere();
    const later = { start: '14:00', end: '15:00' };
    const open = await rosters.import(file(later));
    expect(open).toMatchObject({ written: false });
    expect(questionsOf(open)).toEqual(['changed:room keep', 'changed:time null']);
    expectWritten(await rosters.import(file(later), { 'changed:time': 'keep' }));
    expect(await here()).toEqual([{ text: '12:00 Hall' }]);
    // The next one is compared with this file.
    const again = await rosters.import(file(later));
    expect(questionsOf(again)).toEqual(['changed:room keep', 'changed:time keep']);
  });
});
