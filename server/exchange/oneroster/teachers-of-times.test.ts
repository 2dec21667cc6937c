import { describe, expect, it } from 'vitest';
import {
  enrollment,
  expectWritten,
  problemLines,
  rosterTests,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';

const { rosters } = rosterTests();

describe('the teacher of a class that has times (R-ROSTER-7)', () => {
  const times = [
    { classSourcedId: 'K-ALG', weekday: 'Monday', start: '09:00', end: '10:00', room: 'A1' },
    { classSourcedId: 'K-HIS', weekday: 'Monday', start: '09:30', end: '10:30', room: 'A2' },
  ];
  const first = () =>
    rosters.import({ ...smallRoster, times }, { ...smallAnswers, new_rooms: 'yes' });
  const taughtBy = (teacher: string) => ({
    ...smallRoster,
    enrollments: smallRoster.enrollments.map((row) =>
      row.sourcedId === 'E2' ? enrollment('E2', 'K-HIS', teacher, 'teacher') : row,
    ),
  });
  const teachers = () =>
    rosters.rows(`select t.first_name as teacher from class_schedule c
      join teacher t on t.id = c.teacher_id order by c.start_time`);

  it('is changed by a later file, and the clash that comes of it is named', async () => {
    expectWritten(await first());
    const later = await rosters.import(taughtBy('U-T1'));
    expectWritten(later);
    expect(rosters.counts(later).class_schedule).toEqual({ updated: 1 });
    expect(await teachers()).toEqual([{ teacher: 'Tara' }, { teacher: 'Tara' }]);
    expect(problemLines(later, 'note').filter((line) => line.includes('clash: '))).not.toEqual([]);
    const again = await rosters.import(taughtBy('U-T1'));
    expect(rosters.counts(again)).not.toHaveProperty('class_schedule.updated');
  });

  it('stays as it was changed here, and the file’s is named', async () => {
    expectWritten(await first());
    await rosters.rows(`update class_schedule set teacher_id = (
      select id from teacher where first_name = 'Tara') returning id`);
    await rosters.rows(`insert into teacher (first_name, last_name, email, phone)
      values ('Vera', 'Poe', 'vera@school.example', '1') returning id`);
    await rosters.rows(`update class_schedule set teacher_id = (
      select id from teacher where first_name = 'Vera') where start_time = '09:30' returning id`);
    const later = await rosters.import(taughtBy('U-T1'));
    expectWritten(later);
    expect(rosters.counts(later)).not.toHaveProperty('class_schedule.updated');
    expect(await teachers()).toEqual([{ teacher: 'Tara' }, { teacher: 'Vera' }]);
    expect(problemLines(later, 'note').filter((line) => line.includes('taught by'))).toEqual([
      expect.stringMatching(
        /^classes\.csv:\d+ sourcedId: .+ on Monday 09:30 is taught by Vera Poe in the timetable, which stays, and by Tara Ng in the file$/,
      ),
    ]);
  });
});

describe('several teachers of a class (R-ROSTER-7, R-TEACH-1)', () => {
  const times = [
    { classSourcedId: 'K-ALG', weekday: 'Monday', start: '09:00', end: '10:00', room: 'A1' },
  ];
  const taughtBy = (...teachers: { id: string; primary?: string }[]) => ({
    ...smallRoster,
    times,
    enrollments: [
      ...smallRoster.enrollments.filter((row) => row.sourcedId !== 'E1'),
      ...teachers.map(({ id, primary = 'false' }) => ({
        ...enrollment(`T-${id}`, 'K-ALG', id, 'teacher'),
        primary,
      })),
    ],
  });
  const answers = { ...smallAnswers, new_rooms: 'yes' };
  const teachers = async () =>
    (
      await rosters.rows(`select (select first_name from teacher where id = c.teacher_id) as first,
        teachers_text(c.co_teacher_ids) as further from class_schedule c`)
    )[0];

  it('are the primary one, and further ones in the order of the file', async () => {
    expectWritten(
      await rosters.import(taughtBy({ id: 'U-T1' }, { id: 'U-T2', primary: 'true' }), answers),
    );
    expect(await teachers()).toMatchObject({
      first: 'Ugo',
      further: expect.stringContaining('Tara'),
    });
  });

  it('change with the file, but where somebody has changed them here', async () => {
    expectWritten(await rosters.import(taughtBy({ id: 'U-T1', primary: 'true' }), answers));
    expect(await teachers()).toMatchObject({ first: 'Tara', further: null });
    expectWritten(
      await rosters.import(taughtBy({ id: 'U-T1', primary: 'true' }, { id: 'U-T2' }), answers),
    );
    expect(await teachers()).toMatchObject({
      first: 'Tara',
      further: expect.stringContaining('Ugo'),
    });
    await rosters.rows(`insert into teacher (first_name, last_name, email, phone)
      values ('Vera', 'Poe', 'vera@school.example', '1') returning id`);
    await rosters.rows(`update class_schedule set co_teacher_ids = (
      select array_agg(id) from teacher where first_name = 'Vera') returning id`);
    expectWritten(await rosters.import(taughtBy({ id: 'U-T1', primary: 'true' }), answers));
    expect(await teachers()).toMatchObject({ further: expect.stringContaining('Vera') });
  });
});
