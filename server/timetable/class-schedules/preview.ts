import { sql, type RawBuilder } from 'kysely';
import type { ClassChangePreview } from '#contract/timetable/timetable.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { rolledBack } from '../meetings/rolled-back.ts';
import { defaultChangeDate } from '../meetings/planning.ts';
import { clashes } from '../clashes/judge.ts';
import { meetingsOfClasses } from '../clashes/proposals.ts';
import { clashTexts } from '../clashes/refuse.ts';
import { placesOf, takesPlace } from '#server/school/meetings.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

/**
 * The effect of a change on the meetings of a class: it is made, compared and rolled back, so that
 * the preview equals saving.
 * @param effective the default date of the change; null for the general default.
 */
export async function previewChange(
  database: Database,
  id: number,
  effective: string | null,
  { prepare, change }: Record<'prepare' | 'change', (trx: Database) => Promise<void>>,
): Promise<ClassChangePreview> {
  return rolledBack(database, async (trx) => {
    await prepare(trx);
    await sql`
      create temporary table meetings_before on commit drop as
      select *, carries_something(class_schedule_id, date) as carries from class_meeting
      where class_schedule_id = ${id}`.execute(trx);
    const from = effective ?? (await defaultChangeDate(trx, id));
    await change(trx);
    const weeks = await unusualWeeks(trx, id);
    const found = await clashes(trx, await meetingsOfClasses(trx, [id], from));
    return {
      ...(await compared(trx, id, from)),
      weeks,
      ...(await weeksLeft(trx, id)),
      next_monday: nextMonday(from, weeks),
      clashes: clashTexts(found),
      all_clashes: found,
    };
  });
}

/** The first or last meeting `g` of a table that fulfils a condition; null without one. */
export const meetingInOneLine = (
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  which: 'first' | 'last',
) => sql`(
  select jsonb_build_object('date', g.date, 'start_time', left(g.start_time::text, 5),
    'end_time', left(g.end_time::text, 5), 'room_number', rooms_text(g.classroom_id, g.more_classroom_ids),
    'teacher', (select string_agg(person_name(t.first_name, t.last_name), ', ' order by k.place)
      from ${placesOf()} join teacher t on t.id = k.present_id))
  from ${table} g
  where ${condition}
  order by g.date ${which === 'first' ? sql`asc` : sql`desc`} limit 1)`;

const firstOf = (table: 'meetings_before' | 'class_meeting', id: number, from: string) =>
  meetingInOneLine(
    sql.table(table),
    sql`g.class_schedule_id = ${id} and g.date >= ${from}::date and ${takesPlace}`,
    'first',
  );

type Compared = Omit<
  ClassChangePreview,
  'clashes' | 'all_clashes' | 'weeks' | 'weeks_left' | 'first_week' | 'next_monday'
>;

async function compared(trx: Database, id: number, from: string): Promise<Compared> {
  const answered = await sql<Compared>`
    with now as (select * from class_meeting where class_schedule_id = ${id})
    select ${from} as effective_from,
      count(*) filter (where b.id is null) as added,
      count(*) filter (where n.id is null) as removed,
      count(*) filter (where n.sequence <> b.sequence) as changed,
      count(*) filter (where b.carries and b.date >= ${from}::date) as unchanged,
      coalesce(array_agg(b.date::text order by b.date) filter (where n.id is null
        and (b.own_room or b.own_time or b.covering_teacher_id is not null or b.changed_places is not null)), '{}') as dropped,
      (select count(*) from enrolment e where e.class_schedule_id = ${id}
        and ${enrolledOnOrAfter(from)}) as students,
      ${firstOf('meetings_before', id, from)} as before,
      ${firstOf('class_meeting', id, from)} as after
    from meetings_before b full join now n on n.id = b.id`.execute(trx);
  return oneRow(answered);
}

/** Weeks in which the change causes no meeting, or several. */
async function unusualWeeks(trx: Database, id: number): Promise<ClassChangePreview['weeks']> {
  const { rows } = await sql<ClassChangePreview['weeks'][number]>`
    select date_trunc('week', held.date)::date as monday,
      count(*) filter (where held.afterwards) as meetings
    from (
      select g.date, true as afterwards from class_meeting g
      where g.class_schedule_id = ${id} and ${takesPlace}
      union all select g.date, false from meetings_before g where ${takesPlace}
    ) held
    where ${isOwnWeek(id, sql`held.date`)}
    group by 1
    having count(*) filter (where held.afterwards) <> 1
      and count(*) filter (where held.afterwards) <> count(*) filter (where not held.afterwards)
    order by 1`.execute(trx);
  return rows;
}

/** Whether a date is in one of the weeks that a class has then. */
const isOwnWeek = (id: number, date: RawBuilder<unknown>) => sql<boolean>`(
  select is_in_weeks(p.weeks, ${date}, m.class_start_date)
  from class_schedule_pattern p
  join class_schedule c on c.id = p.class_schedule_id
  join semester m on m.id = c.semester_id
  where p.class_schedule_id = ${id} and p.valid_from <= ${date}
  order by p.valid_from desc limit 1)`;

/** The weeks that a change takes from the class by choice. */
async function weeksLeft(
  trx: Database,
  id: number,
): Promise<Pick<ClassChangePreview, 'weeks_left' | 'first_week'>> {
  const found = await sql<Pick<ClassChangePreview, 'weeks_left' | 'first_week'>>`
    select weeks_text(array_agg(distinct semester_week(g.date, m.class_start_date)::smallint)) as weeks_left,
      (select m.first_week from class_schedule c join semester m on m.id = c.semester_id where c.id = ${id})
    from meetings_before g
    join class_schedule c on c.id = g.class_schedule_id
    join semester m on m.id = c.semester_id
    where ${takesPlace} and not ${isOwnWeek(id, sql`g.date`)} and not exists (
      select from class_meeting h where h.class_schedule_id = g.class_schedule_id and h.date = g.date)`.execute(
    trx,
  );
  return oneRow(found);
}

/** Where the week of the change is unusual, a change on the next Monday avoids that. */
function nextMonday(from: string, weeks: ClassChangePreview['weeks']): string | null {
  const day = Temporal.PlainDate.from(from);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  return weeks.some((week) => week.monday === monday.toString())
    ? monday.add({ days: 7 }).toString()
    : null;
}
