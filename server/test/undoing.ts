import { sql } from 'kysely';
import { expect } from 'vitest';
import { header, uploadStudents } from './student-upload.ts';
import { tablesInOrder } from '#server/exchange/undo/tables.ts';
import type { Database } from '../platform/database/pool.ts';
import type { TestSchool } from './test-school.ts';

/** Students of an upload: with header, and one. */
export const studentFile = (...lines: string[]): string => [header, ...lines].join('\n');
export const studentRow = (code: string, last = 'Test', card = '', phone = '+61 1'): string =>
  `${code},Kim,${last},${phone},2004-01-01,${card}`;

/** Calls about recorded operations, as the account user. */
export function undoingOf(school: () => TestSchool) {
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    caller: 'admin' | 'account' | 'teacher' = 'account',
  ) => school().call(caller, method, `attendance/${path}`, body);
  return {
    call,
    undo: (id: number, body = {}) => call('POST', `bulk-operations/${id}/undo/`, body),
    preview: (id: number) => call('POST', `bulk-operations/${id}/undo/preview/`, {}),
    run: (text: string) => sql.raw<Record<string, unknown>>(text).execute(school().database),
    idOf: (code: string) => school().studentId(code),
    /** @returns the operation. */
    async upload(...lines: string[]): Promise<number> {
      const { body } = await uploadStudents(school(), studentFile(...lines));
      expect(body.written, JSON.stringify(body)).toBe(true);
      return body.operation;
    },
  };
}

/** All recorded tables, and when classes are held. */
export async function recordedState(database: Database): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  // Cards that have ended stay; the present ones are compared below.
  for (const table of tablesInOrder.filter((name) => name !== 'student_card')) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(x) as row from ${sql.table(table)} x order by to_jsonb(x)::text`.execute(
      database,
    );
    state[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql`
    select class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, origin
    from class_meeting order by 1, 2`.execute(database);
  state.meetings = rows;
  // A row that repeats the one before it says nothing else.
  const patterns = await sql`
    select class_schedule_id, valid_from, held from (
      select class_schedule_id, valid_from, held,
        lag(held) over (partition by class_schedule_id order by valid_from) as before
      from (
        select class_schedule_id, valid_from, to_jsonb(p) - 'valid_from' as held
        from class_schedule_pattern p
      ) p
    ) p where held is distinct from before order by 1, 2`.execute(database);
  state.patterns = patterns.rows;
  const cards = await sql`
    select student_id, number from student_card where ended_at is null order by 1`.execute(
    database,
  );
  state.cards = cards.rows;
  return state;
}
