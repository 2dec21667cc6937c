import { sql } from 'kysely';
import type { Excuse } from '#contract/marks.ts';
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
  late_minutes: number | null;
  left_early_minutes: number | null;
  excuse: Excuse | null;
  /** The author of that excuse: a user who undoes a change is not its author (R-ROLL-13). */
  excuse_by: number | null;
}

/**
 * The requested changes of a roll, with the state before each: that of the change of the student's mark before it, or
 * of the change that it `follows`, which a merge writes where it set the mark of the other student aside
 * (R-MERGE-4). Changes that are `again` have changed no mark.
 */
export async function readChanges(
  database: Database,
  of: RollKey,
  ids: number[],
): Promise<ChangeOfMark[]> {
  const ofMark = (name: 'h' | 'o') => sql`attendance_history ${sql.ref(name)}
    where ${sql.ref(`${name}.student_id`)} = w.owner and ${sql.ref(`${name}.again`)} is null
      and ${sql.ref(`${name}.class_schedule_id`)} = ${of.class_schedule}
      and ${sql.ref(`${name}.date`)} = ${of.date}::date`;
  const { rows } = await sql<ChangeOfMark>`
    with changes as (
      select h.*, row_number() over (partition by h.student_id order by h.id desc) as place,
        lag(h.id) over (partition by h.student_id order by h.id) as previous
      from ${changesOfRoll(of)}
      where h.again is null
    )
    select w.change, w.student, w.place, w."from", w.late_minutes, w.left_early_minutes, w.excuse,
      s.student_id, s.first_name, s.last_name,
      (select h.changed_by from ${ofMark('h')} and h.id > coalesce((
          select max(o.id) from ${ofMark('o')} and o.id < w.before_id
            and o.excuse is distinct from w.excuse), 0)
        order by h.id limit 1) as excuse_by
    from (
      select c.id as change, c.student_id as student, c.place, c.from_status as "from",
        b.id as before_id, b.student_id as owner, b.late_minutes, b.left_early_minutes, b.excuse
      from changes c left join attendance_history b on b.id = coalesce(c.follows, c.previous)
      where c.id = any(${ids}::bigint[])
    ) w
    join student s on s.id = w.student
    order by w.student`.execute(database);
  return rows;
}
