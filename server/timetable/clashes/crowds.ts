import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { meetingsInRooms, takesPlace, taughtMeetings } from '#server/school/meetings.ts';

/** Pairs of meetings that are compared at most, some seconds of work: a whole institute has a tenth. */
const maxCompared = 1_000_000;

/** A room or teacher whom so many classes need that they are counted, and not compared one by one (R-CLASH-6). */
export interface Crowd {
  kind: 'teacher' | 'classroom';
  id: number;
  /** `Room R1`, or the teacher's name. */
  name: string;
  /** The judged classes that need it. */
  judged: number[];
  /** How many classes need it on the date on which the most do. */
  classes: number;
  date: string;
}

const needs = {
  teacher: { id: sql`t.teacher`, rows: taughtMeetings },
  classroom: { id: sql`t.room`, rows: meetingsInRooms },
};

/**
 * Rooms and teachers with the most classes, as far as all others together make at most a million pairs of
 * meetings of a date: every two classes of a file may need one room, and their pairs grow with the square.
 * @param judged classes, whose meetings from a date on are compared with those of all.
 */
export async function crowdsOf(
  database: Database,
  judged: number[],
  from: string,
): Promise<Crowd[]> {
  const toCome = sql`g.date >= ${from}::date and ${takesPlace}`;
  const perDate = (kind: Crowd['kind']) => sql`
    select ${kind}::text as kind, ${needs[kind].id} as id, t.date, count(*) as classes,
      count(*) filter (where t.class = any(${judged}::bigint[])) as judged
    from ${needs[kind].rows(toCome)}
    group by 2, 3 having count(*) > 1`;
  const judgedOf = (kind: Crowd['kind']) => sql`
    select c.kind, c.id, array_agg(distinct t.class) as judged
    from ${needs[kind].rows(sql`${toCome} and g.class_schedule_id = any(${judged}::bigint[])`)}
    join crowds c on c.kind = ${kind}::text and c.id = ${needs[kind].id}
    group by 1, 2`;
  const { rows } = await sql<Crowd>`
    with needed as materialized (
      ${perDate('teacher')} union all ${perDate('classroom')}
    ),
    compared as (
      select kind, id, sum(judged * (classes - 1)) as pairs, max(classes) as classes from needed
      where not (kind = 'classroom' and id in (select id from classroom where capacity = 0))
      group by kind, id
    ),
    crowds as materialized (
      select kind, id from (
        select *, sum(pairs) over (order by pairs, kind, id) as sum from compared
      ) c where sum > ${maxCompared} and pairs > 0
    ),
    fullest as (
      select distinct on (kind, id) kind, id, date, n.classes
      from needed n join crowds using (kind, id) order by kind, id, n.classes desc, date
    ),
    members as (${judgedOf('teacher')} union all ${judgedOf('classroom')})
    select f.*, coalesce('Room ' || r.room_number, person_name(t.first_name, t.last_name)) as name, m.judged
    from fullest f join members m using (kind, id)
    left join classroom r on f.kind = 'classroom' and r.id = f.id
    left join teacher t on f.kind = 'teacher' and t.id = f.id
    order by f.classes desc, f.kind, f.id`.execute(database);
  return rows;
}
