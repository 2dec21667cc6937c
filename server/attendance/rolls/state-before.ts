import { sql } from 'kysely';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import type { Way } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { changesOfRoll } from './history.ts';
import type { RollKey } from './roll-key.ts';

/** A change of a mark, with the state of the mark before it. */
export interface ChangeOfMark {
  change: number;
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  /** 1 for the latest change of the student's mark. */
  place: number;
  /** Null for N/A. */
  from: Status | null;
  detail: MarkDetail;
  /** The author of that excuse: a user who undoes a change is not its author (R-ROLL-13). */
  excuse_by: number | null;
  /** How that mark was made; null for N/A, and where the history does not say it. */
  how: Way | null;
}

/** The requested changes of a roll that have changed a mark, with the state before each, which `mark_before` reads. */
export async function readChanges(
  database: Database,
  of: RollKey,
  ids: number[],
): Promise<ChangeOfMark[]> {
  const { rows } = await sql<ChangeOfMark>`
    with changes as (
      select h.*, row_number() over (partition by h.student_id order by h.id desc) as place
      from ${changesOfRoll(of)}
      where h.again is null
    )
    select c.id as change, c.student_id as student, c.place, b.status as "from", b.detail, b.excuse_by, b.how,
      s.student_id, s.first_name, s.last_name
    from changes c join student s on s.id = c.student_id cross join lateral mark_before(c.id) b
    where c.id = any(${ids}::bigint[])
    order by c.student_id`.execute(database);
  return rows;
}
