import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestSchool } from './test-school.ts';

/** Local time of a day in Sydney. */
export const localTime = (time: string, day = '2026-03-02'): string => `${day}T${time}:00+11:00`;

/** What an administrator and devices send; `school` is read when they are called. */
export function deviceCalls(school: () => TestSchool) {
  const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    school().call('admin', method, `attendance/devices/${path}`, body);
  const as = (key: string, method: 'GET' | 'POST', path: string, body?: object) =>
    school().call('anonymous', method, path, body, { authorization: `Bearer ${key}` });
  /** A device at the door of the first room. */
  const add = async (more: object = {}) => {
    const { rows } = await sql<{ id: number }>`select min(id) as id from classroom`.execute(
      school().database,
    );
    const body = { name: 'Door R1', kind: 'reader', classroom: rows[0]!.id, ...more };
    return (await admin('POST', 'create/', body)).body;
  };
  return {
    admin,
    as,
    add,
    keyed: async (more: object = {}) => {
      const { id } = await add(more);
      return { id, key: (await admin('POST', `${id}/key/`)).body.key as string };
    },
    send: (key: string, ...taps: object[]) => as(key, 'POST', 'devices/taps/', { taps }),
    /** Who was marked, and how. */
    marks: async () =>
      (
        await sql`select s.student_id, a.how from attendance a join student s on s.id = a.student_id
          order by 1`.execute(school().database)
      ).rows,
  };
}

/** A tap of student S1, by its number. */
export const tapOf = (sequence: number, card = '1000001', at = localTime('09:05')) => ({
  sequence,
  card,
  at,
});

/** Taps of one device in the order in which they are made; `start` begins at 1 with a key. */
export function tapsInOrder(school: () => TestSchool) {
  let key = '';
  let sequence = 0;
  const send = (taps: object[], more: object = {}, by = key) =>
    school().call(
      'anonymous',
      'POST',
      'devices/taps/',
      { taps, ...more },
      { authorization: `Bearer ${by}` },
    );
  return {
    start(newKey: string) {
      key = newKey;
      sequence = 0;
    },
    /** Numbers that are lost. */
    skip(count: number) {
      sequence += count;
    },
    tap: (card: string, time = '09:05') => ({ sequence: ++sequence, card, at: localTime(time) }),
    send,
    outcomes: async (taps: object[], more: object = {}) => {
      const { status, body } = await send(taps, more);
      expect(status).toBe(200);
      return body.taps.map(({ outcome }: { outcome: string }) => outcome);
    },
  };
}
