import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Pair } from './state.ts';

/** Tables of a student's periods in something, with the names of their columns. */
const tables = {
  enrolment: { of: 'class_schedule_id', from: 'enrolled_from', to: 'enrolled_to' },
  cohort_assignment: { of: 'cohort_id', from: 'assigned_from', to: 'assigned_to' },
} as const;

/** A row that is part of another one now. */
interface United {
  id: number;
  into: number;
}

/**
 * Gives the student who stays the periods of the other one; those in the same class or cohort that
 * overlap or touch become one.
 * @returns the rows that are part of another one; the caller deletes them (`deleteUnited`).
 */
async function unite(
  trx: Database,
  table: keyof typeof tables,
  { keep, remove }: Pair,
): Promise<{ united: United[]; finish: () => Promise<void> }> {
  const [of, from, to] = [tables[table].of, tables[table].from, tables[table].to].map((name) =>
    sql.ref(name),
  );
  const { rows } = await sql<{ id: number; into: number; first: string; last: string | null }>`
    with found as (
      select id, student_id, ${of} as of, ${from} as first,
        daterange(${from}, ${to} + 1) as days
      from ${sql.table(table)}
      where student_id = any(${[keep, remove]}::bigint[])
        -- One that was ended before it began has no days.
        and (${to} is null or ${to} >= ${from})
    ), whole as (
      select of, unnest(range_agg(days)) as days from found
      group by of having count(distinct student_id) = 2
    )
    select f.id, lower(w.days) as first, upper(w.days) - 1 as last, first_value(f.id) over (
      partition by w.of, w.days order by f.student_id = ${keep} desc, f.first, f.id) as into
    from whole w join found f on f.of = w.of and f.days <@ w.days`.execute(trx);
  const united = rows.filter(({ id, into }) => id !== into);
  const longer = rows.filter(({ id, into }) => id === into);
  return {
    united,
    finish: async () => {
      await sql`
        delete from ${sql.table(table)}
        where id = any(${united.map(({ id }) => id)}::bigint[])`.execute(trx);
      await sql`
        update ${sql.table(table)} x set student_id = ${keep}, ${from} = l.first, ${to} = l.last
        from unnest(${longer.map(({ id }) => id)}::bigint[],
          ${longer.map(({ first }) => first)}::date[],
          ${longer.map(({ last }) => last)}::date[]) l(id, first, last)
        where x.id = l.id`.execute(trx);
      await sql`
        update ${sql.table(table)} set student_id = ${keep} where student_id = ${remove}`.execute(
        trx,
      );
    },
  };
}

/** Moves enrolments and cohorts. @returns assignments to cohorts that are part of another one, by id. */
export async function movePeriods(trx: Database, pair: Pair): Promise<Map<number, number>> {
  const cohorts = await unite(trx, 'cohort_assignment', pair);
  const into = sql`unnest(${cohorts.united.map(({ id }) => id)}::bigint[],
    ${cohorts.united.map((row) => row.into)}::bigint[]) u(id, whole)`;
  await sql`
    update enrolment set cohort_assignment_id = u.whole from ${into}
    where cohort_assignment_id = u.id`.execute(trx);
  for (const column of ['from_assignment_id', 'to_assignment_id'])
    await sql`
      update cohort_transfer set ${sql.ref(column)} = u.whole from ${into}
      where ${sql.ref(column)} = u.id`.execute(trx);
  await cohorts.finish();
  const enrolments = await unite(trx, 'enrolment', pair);
  // An enrolment of a cohort stays one of the cohort.
  await sql`
    update enrolment e set cohort_assignment_id = o.cohort_assignment_id
    from unnest(${enrolments.united.map(({ id }) => id)}::bigint[],
      ${enrolments.united.map((row) => row.into)}::bigint[]) u(id, whole)
    join enrolment o on o.id = u.id
    where e.id = u.whole and e.cohort_assignment_id is null`.execute(trx);
  await enrolments.finish();
  await trx
    .updateTable('cohort_transfer')
    .set({ student_id: pair.keep })
    .where('student_id', '=', pair.remove)
    .execute();
  return new Map(cohorts.united.map((row) => [row.id, row.into]));
}
