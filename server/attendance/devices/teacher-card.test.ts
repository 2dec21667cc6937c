import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { localTime, tapsInOrder } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, payroll_log, device cascade`.execute(school.database);
  await sql`update class_meeting set closed_at = null, reopened_at = null`.execute(school.database);
  start(await keyOfDevice(school.database));
});

const at = localTime;
const { start, tap, send, outcomes } = tapsInOrder(() => school);

describe('a teacher’s card (R-DOOR-7)', () => {
  beforeEach(() =>
    sql`update teacher set card_number = '77' where email = 'tess@school.example'`.execute(
      school.database,
    ),
  );
  const logs = async () =>
    (
      await sql`select t.first_name, l.checked_in_at, u.email from payroll_log l
        join teacher t on t.id = l.teacher_id join app_user u on u.id = l.created_by`.execute(
        school.database,
      )
    ).rows;

  it('checks the teacher in, once, at the time of the tap', async () => {
    const taps = [tap('77', '09:01')];
    expect((await send(taps)).body.taps).toMatchObject([
      { outcome: 'teacher', title: 'Checked in' },
    ]);
    await send(taps);
    expect(await logs()).toEqual([
      {
        first_name: 'Tess',
        checked_in_at: '2026-03-01T22:01:00.000Z',
        email: 'tess@school.example',
      },
    ]);
  });

  it('is named in the history of the check-in and in the audit log, with the reader', async () => {
    await send([tap('77', '09:01')]);
    const { results } = (await school.call('account', 'GET', 'attendance/payroll-logs/')).body;
    const history = `attendance/payroll-logs/${results[0].id}/history/`;
    expect((await school.call('account', 'GET', history)).body.results).toMatchObject([
      { what: 'checked_in', by: 'Tess Teacher', device: expect.stringMatching(/./) },
    ]);
    const [line] = (await school.call('account', 'GET', 'attendance/audit/?kind=pay')).body.results;
    expect(line).toMatchObject({
      what: 'Check-in checked in',
      names: expect.arrayContaining([
        expect.objectContaining({ field: 'device', thing: 'device', name: expect.any(String) }),
      ]),
    });
  });

  /** Within the minute after 09:04. */
  const seconds = (second: number) => ({
    ...tap('77'),
    at: `2026-03-02T09:04:${second}+11:00`,
  });

  it('that did not check in says so, and a second tap is no repetition of a check-in', async () => {
    const inOtherClass = { class_schedule: await school.classId('mon9b'), date: '2026-03-02' };
    const other = await school.call('account', 'POST', 'attendance/payroll-logs/create/', {
      ...inOtherClass,
      teacher_id: (
        await sql<{ id: number }>`select id from teacher where card_number = '77'`.execute(
          school.database,
        )
      ).rows[0]?.id,
    });
    expect(other.status).toBe(201);
    const notCheckedIn = { outcome: 'not_checked_in', colour: 'amber', title: 'Not checked in' };
    expect((await send([tap('77', '09:04')])).body.taps).toMatchObject([notCheckedIn]);
    expect((await send([seconds(20)])).body.taps).toMatchObject([notCheckedIn]);
    await sql`delete from payroll_log`.execute(school.database);
    expect((await send([seconds(40)])).body.taps).toMatchObject([
      { outcome: 'teacher', title: 'Checked in' },
    ]);
    expect(await logs()).toHaveLength(1);
  });

  it('whose check-in was withdrawn checks in again', async () => {
    expect(await outcomes([tap('77', '09:04')])).toEqual(['teacher']);
    expect(await outcomes([seconds(20)])).toEqual(['repeat']);
    await sql`delete from payroll_log`.execute(school.database);
    expect(await outcomes([seconds(40)])).toEqual(['teacher']);
    expect(await logs()).toHaveLength(1);
  });

  it('does not check in where somebody stands in', async () => {
    const { status } = await school.call(
      'otherTeacher',
      'POST',
      'attendance/payroll-logs/create/',
      {
        class_schedule: await school.classId('mon9'),
        date: '2026-03-02',
      },
    );
    expect(status).toBe(201);
    expect(await outcomes([tap('77', '09:04')])).toEqual(['not_checked_in']);
    expect(await logs()).toMatchObject([{ first_name: 'Theo' }]);
  });

  it('beside a cover in the same moment takes no place of the covering teacher (R-TEACH-2)', async () => {
    const { rows } = await sql<{ meeting: number; theo: number }>`
      select m.id as meeting, (select id from teacher where first_name = 'Theo') as theo
      from class_meeting m join class_schedule c on c.id = m.class_schedule_id
      where c.ref = 'mon9' and m.date = '2026-03-02'`.execute(school.database);
    const [{ meeting, theo } = { meeting: 0, theo: 0 }] = rows;
    for (let round = 0; round < 15; round++) {
      const cover = async () => {
        await new Promise((resolve) => setTimeout(resolve, round));
        const body = { ids: [meeting], teacher_id: theo, confirm: true };
        return school.call('admin', 'POST', 'attendance/meetings/cover/', body);
      };
      const [taps, covered] = await Promise.all([send([tap('77', '09:04')]), cover()]);
      const lines = await sql<{ own: boolean }>`
        select l.teacher_id = l.class_teacher_id as own from payroll_log l`.execute(
        school.database,
      );
      expect(lines.rows).toEqual(taps.body.taps[0].outcome === 'teacher' ? [{ own: true }] : []);
      if (covered.status === 200)
        await school.call(
          'admin',
          'POST',
          `attendance/operations/${covered.body.operation}/undo/`,
          {},
        );
      await sql`truncate payroll_log cascade`.execute(school.database);
    }
  });

  it('outside the time window does nothing', async () => {
    school.at(at('08:25'));
    expect(await outcomes([tap('77', '08:25')])).toEqual(['nothing_now']);
    expect(await logs()).toEqual([]);
  });

  it('into a month whose pay is closed does not stop the taps beside it', async () => {
    await sql`insert into pay_closing (closed_until, changed_by, changed_at)
      select '2026-03-31', min(id), now() from app_user`.execute(school.database);
    const answers = await outcomes([tap('77'), tap('1000001')]);
    expect(answers).toEqual(['not_checked_in', 'present']);
    expect(await logs()).toEqual([]);
    await sql`insert into pay_closing (closed_until, reason, changed_by, changed_at)
      select null, 'Test', min(id), now() from app_user`.execute(school.database);
  });

  describe('that waited is judged by the class as it was (R-DOOR-4)', () => {
    const meetings = async (what: string, body: object) => {
      const { rows } = await sql<{ id: number }>`
        select m.id from class_meeting m join class_schedule c on c.id = m.class_schedule_id
        where c.ref = 'mon9' and m.date = '2026-03-02'`.execute(school.database);
      const [{ id } = { id: 0 }] = rows;
      const path = what === 'move' ? `meetings/${id}/move/` : `meetings/${what}/`;
      const more = what === 'move' ? body : { ...body, ids: [id] };
      const answer = await school.call('admin', 'POST', `attendance/${path}`, more);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.operation;
    };
    const roomB = async () => {
      const { rows } = await sql<{ id: number }>`
        insert into classroom (room_number, capacity) values ('B2.10', 30)
        on conflict (room_number) do update set capacity = 30 returning id`.execute(
        school.database,
      );
      return rows[0]?.id;
    };
    const to = (start_time: string, end_time: string) => ({
      date: '2026-03-02',
      start_time,
      end_time,
      confirm: true,
    });
    const archive = (what: 'ids' | 'restore') => async () => {
      const ids = [await school.classId('mon9')];
      await school.call('admin', 'POST', 'attendance/classschedule/create/', {
        archive: what,
        ids,
      });
    };
    const undo = (operation: number) =>
      school.call('admin', 'POST', `attendance/operations/${operation}/undo/`, {});
    let operation = 0;
    afterEach(async () => {
      await archive('restore')();
      if (operation) await undo(operation);
      operation = 0;
      // The clock goes back to the morning.
      await sql`truncate former_meeting`.execute(school.database);
    });

    it.each<[string, () => Promise<unknown>, string]>([
      ['another room', async () => meetings('room', { classroom_id: await roomB() }), 'teacher'],
      ['another time', () => meetings('move', to('14:00', '15:00')), 'teacher'],
      [
        'another day',
        () => meetings('move', { ...to('14:00', '15:00'), date: '2026-03-06' }),
        'teacher',
      ],
      ['cancelled', () => meetings('cancel', { reason: 'Ill' }), 'teacher'],
      ['archived', archive('ids'), 'held'],
    ])('%s', async (_what, change, outcome) => {
      school.at(at('09:10'));
      operation = Number((await change()) ?? 0);
      school.at(at('09:30'));
      expect(await outcomes([tap('77', '09:01')])).toEqual([outcome]);
      expect((await logs()).length).toBe(outcome === 'teacher' ? 1 : 0);
      await sql`delete from payroll_log`.execute(school.database);
    });

    it('another room, undone', async () => {
      school.at(at('08:40'));
      const changed = await meetings('room', { classroom_id: await roomB() });
      start(await keyOfDevice(school.database, { name: 'Door B2.10', room: 'B2.10' }));
      school.at(at('09:10'));
      await undo(changed);
      school.at(at('09:30'));
      expect(await outcomes([tap('77', '09:01')])).toEqual(['teacher']);
      expect(await logs()).toHaveLength(1);
    });
  });

  it('checks in on the day itself alone: not by an earlier time, nor by users who accept held taps', async () => {
    const admin = (path: string, body?: object) =>
      school.call('admin', 'POST', `attendance/devices/${path}`, body);
    school.at('2026-03-09T08:00:00+11:00');
    const now = '2026-03-09T08:00:00+11:00';
    // The first tap of a new key, which nothing precedes.
    expect(await outcomes([tap('77', '09:01')], { now })).toEqual(['stale']);
    const { rows } = await sql<{ id: number }>`select id from device`.execute(school.database);
    await admin(`${rows[0]!.id}/revoke/`);
    expect(await outcomes([tap('77', '09:02')], { now })).toEqual(['held']);
    await admin(`${rows[0]!.id}/taps/decide/`, { accept: true });
    expect(await logs()).toEqual([]);
  });

  it('is no card of a student, and the other way round', async () => {
    const update = (text: string) => sql.raw(text).execute(school.database);
    await expect(
      update("update student set rfid_number = '77' where student_id = 'S3'"),
    ).rejects.toThrow('equals the card number of a teacher');
    await expect(
      update("update teacher set card_number = '1000001' where email = 'theo@school.example'"),
    ).rejects.toThrow('equals the card number or student id');
  });
});
