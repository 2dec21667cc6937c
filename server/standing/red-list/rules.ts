import { sql, type RawBuilder } from 'kysely';
import {
  maxRules,
  type NewRedListRule,
  type RedListRule,
  type SavedRule,
} from '#contract/standing/red-list-rule.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { standingsOfType, type Moment } from '../standing/compute.ts';
import { holding, type RuleTerms } from './holding.ts';

/** All rules, the institute's first. */
export async function listRules(database: Database): Promise<RedListRule[]> {
  const { rows } = await sql<RedListRule & { below: string | null }>`
    select r.id, r.overall, r.below, r.least_meetings, r.consecutive, r.absences, r.weeks,
      r.class_type,
      case when j.id is not null then jsonb_build_object('id', j.id,
        'subject_name', j.subject_name, 'subject_code', j.subject_code) end as subject,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end as course,
      (select count(*) from red_list_computed c
        where c.rule_id = r.id and c.state in ('open', 'accepted') and c.not_held_since is null)
        as listed
    from red_list_rule r
    left join subject j on j.id = r.subject_id
    left join course o on o.id = r.course_id
    order by num_nonnulls(r.subject_id, r.course_id), o.id is null, o.name, j.subject_code, r.overall,
      r.class_type nulls first
    limit ${maxRules}`.execute(database);
  return rows.map((row) => ({ ...row, below: row.below === null ? null : Number(row.below) }));
}

const columnsOf = (rule: NewRedListRule) => ({
  subject_id: rule.subject_id ?? null,
  course_id: rule.course_id ?? null,
  overall: rule.overall ?? false,
  class_type: rule.class_type ?? null,
  below: rule.below ?? null,
  least_meetings: rule.least_meetings ?? defaultLeast,
  consecutive: rule.consecutive ?? null,
  absences: rule.absences ?? null,
  weeks: rule.weeks ?? null,
});
const defaultLeast = 5;
const ruleLock = 7_043_182_002;

/** @throws ApiError 400 for an archived subject or course, or where there is a rule already; 404. */
export async function saveRule(
  trx: Database,
  id: number | null,
  rule: NewRedListRule,
  by: { user: number; at: string },
): Promise<number> {
  const columns = columnsOf(rule);
  // Two rules of the same subject at once: the second waits, and is refused.
  await sql`select pg_advisory_xact_lock(${ruleLock})`.execute(trx);
  await checkReferences(trx, { subject_id: 'subject', course_id: 'course' }, columns);
  const { rows } = await sql<{ id: number }>`
    select id from red_list_rule
    where (subject_id, course_id, overall, class_type)
      is not distinct from (${columns.subject_id}::bigint, ${columns.course_id}::bigint,
        ${columns.overall}::boolean, ${columns.class_type}::text)
      and id is distinct from ${id}::bigint`.execute(trx);
  if (rows.length > 0) {
    const field = columns.class_type
      ? 'class_type'
      : columns.subject_id
        ? 'subject_id'
        : columns.course_id
          ? 'course_id'
          : 'overall';
    throw validationError(field, 'has a rule already: change that one');
  }
  if (id === null) {
    const { count } = await trx
      .selectFrom('red_list_rule')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maxRules) throw validationError('below', `there are ${maxRules} rules already`);
    const added = await trx
      .insertInto('red_list_rule')
      .values({ ...columns, created_by: by.user, created_at: by.at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return added.id;
  }
  const changed = await trx
    .updateTable('red_list_rule')
    .set(columns)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('This rule');
  return changed.id;
}

export async function removeRule(database: Database, id: number): Promise<boolean> {
  const removed = await database
    .deleteFrom('red_list_rule')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Above so many enrolments in classes of a type, what their marks add up to takes many seconds. */
const previewedEnrolments = 10_000;

/**
 * How many the rule lists by itself, whatever other rules there are. What the marks of a class type add
 * up to is computed for it, up to a number of enrolments; null above it.
 */
export async function countListed(
  database: Database,
  rule: NewRedListRule,
  terms: RuleTerms,
  moment: Moment,
  most = previewedEnrolments,
): Promise<Pick<SavedRule, 'listed' | 'students'>> {
  const it = columnsOf(rule);
  const rules = sql`(select 0::bigint as id, ${it.subject_id}::bigint as subject_id,
    ${it.course_id}::bigint as course_id, ${it.overall}::boolean as overall,
    ${it.class_type}::text as class_type,
    ${it.below}::numeric as below, ${it.least_meetings}::int as least_meetings,
    ${it.consecutive}::int as consecutive, ${it.absences}::int as absences,
    ${it.weeks}::int as weeks)`;
  const classes = sql`c.class_type = ${it.class_type}
    and (${it.subject_id}::bigint is null or c.subject_id = ${it.subject_id})
    and (${it.course_id}::bigint is null or exists (
      select from subject j where j.id = c.subject_id and j.course_id = ${it.course_id}))`;
  if (it.class_type && (await hasMore(database, classes, moment, most)))
    return { listed: null, students: null };
  const of = it.class_type
    ? {
        compared: {
          subjects: sql`select * from standing where false`,
          types: sql`select * from current`,
        },
        first: sql`with ${standingsOfType(classes, moment)}`,
      }
    : {
        compared: {
          subjects: sql`select * from standing`,
          types: null,
        },
        first: sql``,
      };
  return oneRow(
    await sql<{ listed: number; students: number }>`${of.first}
      select count(*) as listed, count(distinct student_id) as students
      from (${holding(of.compared, rules, terms, moment.today)}) held
      where cardinality(why) > 0`.execute(database),
  );
}

/** Whether classes `c` of semesters that have not ended have more enrolments than a number. */
async function hasMore(
  database: Database,
  classes: RawBuilder<unknown>,
  { today }: Moment,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from class_schedule c
    join semester m on m.id = c.semester_id and m.semester_end_date >= ${today}::date
    join enrolment e on e.class_schedule_id = c.id
    where ${classes} offset ${most} limit 1`.execute(database);
  return rows.length > 0;
}
