import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { classesInWeeks } from '#server/test/classes-in-weeks.ts';

const { school, number, proposed, call, add, change } = classesInWeeks();

/** Two more teachers and rooms of each test. */
let ann: number;
let bob: number;
let hall: number;
let outside: number;
beforeEach(async () => {
  const teacher = async (first_name: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into teacher (first_name, last_name, email, phone)
      values (${first_name}, ${`Number${number()}`}, ${`${first_name.toLowerCase()}${number()}@school.example`}, '1')
      returning id`.execute(school().database);
    return rows[0]!.id;
  };
  const room = async (room_number: string, capacity: number) =>
    (await call('POST', 'classroom/create/', { room_number, capacity })).body.id as number;
  [ann, bob] = [await teacher('Ann'), await teacher('Bob')];
  [hall, outside] = [await room(`Hall ${number()}`, 30), await room(`Field ${number()}`, 0)];
});

const firstNames = (people: { first_name: string }[]) => people.map(({ first_name }) => first_name);
const onDate = async (id: number, date: string) =>
  (await call('GET', `classschedule/${id}/?date=${date}`)).body;
const teachersOn = async (id: number, date: string) => {
  const { teacher, co_teachers } = await onDate(id, date);
  return firstNames([teacher, ...co_teachers]);
};

describe('the teachers of a class (R-TEACH-1)', () => {
  it('are one and further ones in their order, on every date', async () => {
    const one = await add({ co_teachers: [bob, ann] });
    expect(firstNames(one.co_teachers)).toEqual(['Bob', 'Ann']);
    expect(await teachersOn(one.id, '2026-02-05')).toEqual(['Wim', 'Bob', 'Ann']);
    const list = await call('GET', `classschedule/?teacher=${ann}`);
    expect(list.body.results.map(({ id }: { id: number }) => id)).toEqual([one.id]);
    const day = await call('GET', `classschedule/?teacher=${ann}&date=2026-02-05`);
    expect(day.body.total).toBe(1);
    const week = await call('GET', `week/?teacher=${ann}&date=2026-02-05`);
    expect(firstNames(week.body.results[0].co_teachers)).toEqual(['Bob', 'Ann']);
    expect((await call('GET', `classschedule/?search=Ann+Number${number()}`)).body.total).toBe(1);
  });

  it.each([
    ['a list with one twice', () => [ann, ann]],
    ['the first teacher', () => [Number(proposed().teacher_id)]],
    ['one who does not exist', () => [999_999]],
    ['more than ten', () => Array.from({ length: 11 }, (_, at) => at + 1)],
    ['no list', () => 'ann'],
  ])('are not %s', async (_what, given) => {
    const { status, body } = await call('POST', 'classschedule/create/', {
      ...proposed(),
      co_teachers: given(),
    });
    expect([status, Object.keys(body)]).toEqual([400, ['co_teachers']]);
  });

  it('stay where a change does not name them', async () => {
    const { id } = await add({ co_teachers: [ann] });
    await change(id, { start_time: '09:15' });
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Ann']);
    await change(id, { co_teachers: null });
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim']);
  });

  it('have the one first who is named as the teacher; the former one leaves', async () => {
    const { id } = await add({ co_teachers: [ann, bob] });
    await change(id, { teacher_id: bob });
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Bob', 'Ann']);
  });

  it('change from a date, are undone, and hold over an earlier change of another column', async () => {
    const { id } = await add({ co_teachers: [ann] });
    const answer = await change(id, { co_teachers: [bob], effective_from: '2026-03-01' });
    const both = async () => [
      await teachersOn(id, '2026-02-26'),
      await teachersOn(id, '2026-03-05'),
    ];
    expect(await both()).toEqual([
      ['Wim', 'Ann'],
      ['Wim', 'Bob'],
    ]);
    await change(id, { start_time: '09:15', effective_from: '2026-02-24' });
    expect(await both()).toEqual([
      ['Wim', 'Ann'],
      ['Wim', 'Bob'],
    ]);
    const { last_change } = (await call('GET', `classschedule/${id}/`)).body;
    await call('POST', `operations/${last_change.operation}/undo/`, {});
    const undone = await call('POST', `operations/${answer.body.last_change.operation}/undo/`, {});
    expect(undone.status).toBe(200);
    expect(await both()).toEqual([
      ['Wim', 'Ann'],
      ['Wim', 'Ann'],
    ]);
  });

  it('are those of a taken roll, whatever changes afterwards', async () => {
    const { id } = await add({ co_teachers: [ann] });
    await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select min(id), ${id}, '2026-02-01' from student`.execute(school().database);
    school().at('2026-02-05T09:10:00+11:00');
    const marked = await call('POST', 'attendance/create/', {
      rfid_number: 'S1',
      class_schedule: id,
      date: '2026-02-05',
    });
    expect(marked.status).toBe(201);
    await change(id, { co_teachers: [bob], effective_from: '2026-02-05' });
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Ann']);
    expect(await teachersOn(id, '2026-02-12')).toEqual(['Wim', 'Bob']);
  });

  it('each clash with their other classes', async () => {
    await add({ teacher_id: ann, classroom_id: hall });
    const { status, body } = await call('POST', 'classschedule/create/', {
      ...proposed(),
      co_teachers: [bob, ann],
      confirm_clashes: false,
    });
    expect([status, body.clashes.map((it: any) => [it.kind, it.name])]).toEqual([
      409,
      [['teacher', `Ann Number${number()}`]],
    ]);
  });

  it('go to another one at once for good', async () => {
    const one = await add({ co_teachers: [ann] });
    const given = await call('POST', 'classschedule-reassign/create/', {
      kind: 'teacher',
      from: ann,
      to: bob,
      effective_from: '2026-02-10',
    });
    expect(given.status).toBe(200);
    expect(await teachersOn(one.id, '2026-02-05')).toEqual(['Wim', 'Ann']);
    expect(await teachersOn(one.id, '2026-02-12')).toEqual(['Wim', 'Bob']);
  });

  it('cannot be archived or deleted while they have classes', async () => {
    await add({ co_teachers: [ann] });
    const archived = await call('POST', 'teachers/create/', { archive: 'ids', ids: [ann] });
    expect(archived.status).toBe(409);
    const removed = await call('DELETE', `teachers/${ann}/`);
    expect(removed.status).toBe(409);
  });
});

describe('a cover of one of several teachers', () => {
  const cover = async (id: number, body: object) =>
    call('POST', 'meetings/cover/', {
      ids: [(await onDate(id, '2026-02-05')).meeting.id],
      confirm: true,
      ...body,
    });

  it('takes their place, and ends', async () => {
    const { id } = await add({ co_teachers: [ann] });
    const done = await cover(id, { teacher_id: bob, place: ann });
    expect(done.status).toBe(200);
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Bob']);
    expect((await onDate(id, '2026-02-05')).meeting.places).toMatchObject([
      { teacher: { first_name: 'Wim' }, cover: null, away: false },
      { teacher: { first_name: 'Ann' }, cover: { first_name: 'Bob' }, away: false },
    ]);
    await change(id, { start_time: '09:15', effective_from: '2026-02-04' });
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Bob']);
    expect((await cover(id, { teacher_id: null, place: ann })).status).toBe(200);
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Ann']);
  });

  it('is undone', async () => {
    const { id } = await add({ co_teachers: [ann] });
    const { body } = await cover(id, { teacher_id: bob, place: ann });
    expect((await call('POST', `operations/${body.operation}/undo/`, {})).status).toBe(200);
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Ann']);
  });

  it('is by no one who has another place, and of no one who has none', async () => {
    const { id } = await add({ co_teachers: [ann] });
    expect((await cover(id, { teacher_id: ann })).status).toBe(409);
    expect(await cover(id, { teacher_id: bob, place: bob })).toMatchObject({
      status: 400,
      body: { place: ['is no teacher of these classes on their dates'] },
    });
  });

  it('ends when who covers becomes a teacher of the class', async () => {
    const { id } = await add({ co_teachers: [ann] });
    await cover(id, { teacher_id: bob });
    const changed = await change(id, { co_teachers: [ann, bob], effective_from: '2026-02-04' });
    expect(changed.status).toBe(200);
    expect(await teachersOn(id, '2026-02-05')).toEqual(['Wim', 'Ann', 'Bob']);
  });
});

describe('the rooms of a class (R-CLASS-8)', () => {
  const roomsOn = async (id: number, date: string) => {
    const { classroom, more_rooms } = await onDate(id, date);
    return [classroom, ...more_rooms].map(({ room_number }) => room_number);
  };

  it('are one and further ones, with their seats together', async () => {
    const one = await add({ more_rooms: [hall] });
    expect(one.seats).toBe(50);
    expect(await roomsOn(one.id, '2026-02-05')).toEqual([`W${number()}`, `Hall ${number()}`]);
    expect((await add({ more_rooms: [hall, outside], day_of_week: 'Friday' })).seats).toBe(0);
    const list = await call('GET', `classschedule/?classroom=${hall}`);
    expect(list.body.total).toBe(2);
  });

  it('are not the first one again', async () => {
    const { status, body } = await call('POST', 'classschedule/create/', {
      ...proposed(),
      more_rooms: [proposed().classroom_id],
    });
    expect([status, body]).toEqual([400, { more_rooms: ['names the first room of the class'] }]);
  });

  it('are each taken: another class clashes in one of them', async () => {
    await add({ more_rooms: [hall] });
    const { status, body } = await call('POST', 'classschedule/create/', {
      ...proposed(),
      teacher_id: ann,
      classroom_id: hall,
      confirm_clashes: false,
    });
    expect([status, body.clashes.map((it: any) => [it.kind, it.name])]).toEqual([
      409,
      [['classroom', `Hall ${number()}`]],
    ]);
    const free = await call('GET', `free-rooms/?date=2026-02-05`);
    const taken = free.body.rooms.find((room: any) => room.id === hall).taken;
    expect(taken).toHaveLength(1);
  });

  it('change on a date: the first one alone, or the list', async () => {
    const { id } = await add({ more_rooms: [hall] });
    const change_ = async (body: object) =>
      call('POST', 'meetings/room/', {
        ids: [(await onDate(id, '2026-02-05')).meeting.id],
        confirm: true,
        ...body,
      });
    expect((await change_({ classroom_id: outside })).status).toBe(200);
    expect(await roomsOn(id, '2026-02-05')).toEqual([`Field ${number()}`, `Hall ${number()}`]);
    expect((await change_({ classroom_id: outside, more_rooms: [] })).status).toBe(200);
    expect(await roomsOn(id, '2026-02-05')).toEqual([`Field ${number()}`]);
    expect(await roomsOn(id, '2026-02-12')).toEqual([`W${number()}`, `Hall ${number()}`]);
  });

  it('are named as clashes when one of them is closed', async () => {
    const one = await add({ more_rooms: [hall] });
    const closing = {
      classroom_id: hall,
      closed_from: '2026-02-05',
      closed_to: '2026-02-05',
      reason: 'Paint',
    };
    await call('POST', 'room-closings/create/', closing);
    const { all_clashes } = (await call('GET', `classschedule/${one.id}/`)).body;
    expect(all_clashes.map((it: any) => [it.kind, it.name])).toEqual([
      ['closed', `Hall ${number()}`],
    ]);
  });
});
