import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarTests } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

describe('groups of one lesson of Untis that are held side by side', () => {
  beforeEach(() =>
    sql`insert into teacher (first_name, last_name, email, phone)
      values ('Nora', 'New', 'nora@school.example', '1')`.execute(school().database),
  );
  const lines = {
    a: '5;"9a";"Tess Teacher";"MAT1";"R1";1;1;;',
    b: '5;"9b";"Theo Tutor";"MAT1";"R2";1;1;;',
  };
  const read = (...some: string[]) =>
    importText(some.join('\n'), { answers: { 'period:1': '16:00-16:45', rooms: 'add' } });
  const byId = async () => {
    const { rows } = await sql<{ id: number; group: string; teacher: string }>`
      select c.id, c.group_name as "group", t.first_name as teacher from class_schedule c
      join teacher t on t.id = c.teacher_id where c.ref like 'calendar:%' order by c.id`.execute(
      school().database,
    );
    return rows.map(({ id, group, teacher }) => `${id} ${group} ${teacher}`);
  };

  it('stay the same classes in another order of lines, and where one is gone', async () => {
    await read(lines.a, lines.b);
    const before = await byId();
    expect(before.map((one) => one.replace(/^\d+ /, ''))).toEqual(['9a Tess', '9b Theo']);
    expect((await read(lines.b, lines.a)).counts[0]).toMatchObject({ updated: 0, unchanged: 2 });
    const gone = await read(lines.b);
    expect(gone.counts[0]).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(gone.problems.at(-1)?.reason).toMatch(
      /^One class of an earlier calendar .*: MAT1 · 9a Monday 16:00/,
    );
    expect(await byId()).toEqual(before);
  });

  it.each([
    ['no class', ''],
    ['one class', '9a'],
  ])('of %s and no teacher differ by their rooms', async (_what, group) => {
    const rooms = async () =>
      (
        await sql<{ text: string }>`
          select c.id || ' ' || r.room_number as text from class_schedule c
          join classroom r on r.id = c.classroom_id where c.ref like 'calendar:%' order by c.id`.execute(
          school().database,
        )
      ).rows.map(({ text }) => text);
    const [one, other] = ['R1', 'R2'].map((room) => `5;"${group}";"?";"MAT1";"${room}";1;1;;`);
    await read(one!, other!);
    const before = await rooms();
    expect(before).toHaveLength(2);
    expect((await read(other!, one!)).counts[0]).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await rooms()).toEqual(before);
  });

  it('are found by a new number of the lesson from then on (R-IMPORT-6)', async () => {
    const [first, renumbered, moved] = [
      lines.a,
      lines.a.replace('5;', '50;'),
      lines.a.replace('5;', '50;').replace(';1;1;;', ';2;1;;'),
    ];
    await read(first);
    const before = await byId();
    expect((await read(renumbered)).counts[0]).toMatchObject({ created: 0, updated: 0 });
    expect((await read(moved)).counts[0]).toMatchObject({ created: 0, updated: 1 });
    expect(await byId()).toEqual(before);
  });

  it('have the first teacher of the last file where the others of it come before', async () => {
    const [one, other] = ['Tess Teacher', 'Theo Tutor'].map(
      (name) => `5;"9a";"${name}";"MAT1";"R1";1;1;;`,
    );
    await read(one!, other!);
    const before = await byId();
    expect(before).toMatchObject([expect.stringContaining('Tess')]);
    expect((await read(other!, one!)).counts[0]).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await byId()).toEqual(before);
  });

  it.each([
    ['teacher', '5;"9a";"Theo Tutor";"MAT1";"R1";1;1;;', '9a Theo'],
    ['class', '5;"9c";"Tess Teacher";"MAT1";"R1";1;1;;', '9c Tess'],
    ['time', '5;"9a";"Tess Teacher";"MAT1";"R1";2;1;;', '9a Tess'],
  ])('follow the file where one has another %s', async (_what, changed, shown) => {
    await read(lines.a, '5;"9b";"Nora New";"MAT1";"R2";1;1;;');
    const [first, second] = await byId();
    await read('5;"9b";"Nora New";"MAT1";"R2";1;1;;', changed);
    expect(await byId()).toEqual([first?.replace(/ .*/, ` ${shown}`), second]);
  });

  it('are other classes where group, teacher and room are others', async () => {
    await read(lines.a, lines.b);
    const before = await byId();
    const report = await read(lines.b, '5;"9d";"Nora New";"MAT1";"R9";1;1;;');
    expect(report.counts[0]).toMatchObject({ created: 1, updated: 0 });
    expect((await byId()).slice(0, 2)).toEqual(before);
  });
});
