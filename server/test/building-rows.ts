import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';

/**
 * A roll call of the building that is running, with S1 as its first person; one that was ended is followed by a
 * new one.
 */
export async function runningRollCall(database: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with running as (
      insert into building_roll_call (kind, started_at, started_by, listed)
      select 'drill', '2026-03-01T22:00:00Z', min(id), 1 from app_user
      on conflict do nothing returning id
    ), person as (
      insert into building_roll_call_person (building_roll_call_id, number, student_id, place, state, expected,
        version)
      select r.id, 1, s.id, 'class', 'not_seen', true, 1 from running r, student s where s.student_id = 'S1'
    )
    select id from running union all select id from building_roll_call where ended_at is null`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error('no roll call is running');
  return row.id;
}
