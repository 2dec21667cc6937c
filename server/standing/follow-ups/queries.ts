import { sql, type RawBuilder } from 'kysely';
import type { FollowUp, FollowUpDetails, FollowUpStep } from '#contract/standing/follow-up.ts';
import type { Outcome } from '#contract/standing/follow-up-terms.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { contains, studentContains, wordsOf } from '#server/platform/resource/search.ts';
import type { RuleTerms } from '../red-list/holding.ts';
import { presentRates, rateFacts, withLastStep, withRateNow, type RateFacts } from './of-entry.ts';
import { editsAll, isOverdue, isReadBy } from '#server/school/follow-ups.ts';
import { listedStudent } from '#server/school/student-listed.ts';

/** Who reads, when, and by which settings rates are computed. */
export interface Reading {
  user: CurrentUser;
  today: string;
  terms: RuleTerms;
}

interface FollowUpsQuery {
  of?: 'mine' | 'all';
  owner?: number[];
  state?: 'open' | 'closed' | 'all';
  overdue?: boolean;
  student?: number[];
  subject?: number[];
  search: string;
  ordering: string;
  limit: number;
  page: number;
}

type Row = Omit<
  FollowUp,
  'begun' | 'closed' | 'may_write' | 'rate_then' | 'rate_now' | 'rate_change' | 'absences_since'
> &
  RateFacts & {
    begun_by: string;
    begun_at: string;
    closed_by: string | null;
    closed_at: string | null;
    outcome: Outcome | null;
    outcome_note: string | null;
  };

const joins = sql`
  join student s on s.id = f.student_id
  join semester m on m.id = f.semester_id
  join app_user o on o.id = f.owner_id
  left join subject j on j.id = f.subject_id`;

/** The follow-ups `f` of a query, presented. */
const rowsOf = ({ today, terms }: Reading, from: RawBuilder<unknown>, more = sql``) => sql`
  select f.id, f.due_on, ${isOverdue(today)} as is_overdue, f.version,
    ${listedStudent} as student,
    case when j.id is not null then jsonb_build_object('id', j.id,
      'subject_name', j.subject_name, 'subject_code', j.subject_code) end as subject,
    jsonb_build_object('id', m.id, 'semester', m.semester, 'year', m.year) as semester,
    jsonb_build_object('id', o.id, 'name', o.name) as owner,
    b.name as begun_by, f.begun_at, c.name as closed_by, f.closed_at, f.outcome, f.outcome_note,
    l.last_step, ${rateFacts} ${more}
  from ${from} f ${joins}
  join app_user b on b.id = f.begun_by
  left join app_user c on c.id = f.closed_by
  ${withRateNow(terms)} ${withLastStep}`;

const keys: Record<string, RawBuilder<unknown>> = {
  due_on: sql`f.due_on`,
  last_name: sql`sort_name(s.first_name, s.last_name) collate natural_order`,
  owner: sql`o.name collate natural_order`,
  begun: sql`f.begun_at`,
};

/** A page of those that the user may read (R-FOLLOW-3). */
export async function findFollowUps(
  database: Database,
  query: FollowUpsQuery,
  reading: Reading,
): Promise<Page<FollowUp>> {
  const { owner, state = 'open', overdue, student, subject, search, ordering } = query;
  const conditions = [
    isReadBy(reading.user),
    owner === undefined && query.of !== 'all' ? sql`f.owner_id = ${reading.user.id}` : undefined,
    whereIn('f.owner_id', owner),
    state === 'all' ? undefined : sql`(f.closed_at is null) = ${state === 'open'}`,
    overdue === undefined ? undefined : sql`${isOverdue(reading.today)} = ${overdue}`,
    whereIn('f.student_id', student),
    whereIn('f.subject_id', subject),
    ...wordsOf(search).map(
      (word) => sql`(${studentContains(word)}
        or ${contains(word, ['o.name', 'j.subject_code', 'j.subject_name'])})`,
    ),
  ].filter((condition) => condition !== undefined);
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const order = sql`${keys[ordering.replace('-', '')]} ${direction}, f.id`;
  const found = await readCountedPage(query, (rows, offset) =>
    sql<Row & { total: number }>`
      with chosen as (
        select f.*, count(*) over () as total from follow_up f ${joins}
        where ${sql.join(conditions, sql` and `)}
        order by ${order} limit ${rows} offset ${offset}
      )
      ${rowsOf(reading, sql`chosen`, sql`, f.total`)} order by ${order}`.execute(database),
  );
  return { ...found, rows: found.rows.map((row) => present(row, reading.user)) };
}

/** One with its steps; null when the user may not read it. */
export async function readFollowUp(
  database: Database,
  id: number,
  reading: Reading,
): Promise<FollowUpDetails | null> {
  const { rows } = await sql<Row>`
    ${rowsOf(reading, sql`follow_up`)} where f.id = ${id} and ${isReadBy(reading.user)}`.execute(
    database,
  );
  const [row] = rows;
  if (!row) return null;
  const isOpen = row.closed_at === null;
  const steps = await sql<FollowUpStep>`
    select p.id, p.kind, p.done_on, p.note, p.outcome, w.name as by, p.written_at as at,
      p.corrected_at, p.removed_at, p.version,
      ${isOpen}::boolean and p.written_by = ${reading.user.id} and p.kind <> 'closed'
        and p.removed_at is null as may_correct
    from follow_up_step p join app_user w on w.id = p.written_by
    where p.follow_up_id = ${id} order by p.done_on, p.id`.execute(database);
  return { ...present(row, reading.user), steps: steps.rows };
}

/** Numbers of open follow-ups that the user may read (R-FOLLOW-5). */
export async function countFollowUpsOf(database: Database, { user, today }: Reading) {
  return oneRow(
    await sql<{ mine: number; mine_overdue: number; all: number; overdue: number }>`
      select count(*) filter (where f.owner_id = ${user.id}) as mine,
        count(*) filter (where f.owner_id = ${user.id} and ${isOverdue(today)}) as mine_overdue,
        count(*) as "all", count(*) filter (where ${isOverdue(today)}) as overdue
      from follow_up f join student s on s.id = f.student_id
      where f.closed_at is null and ${isReadBy(user)}`.execute(database),
  );
}

function present(row: Row, user: CurrentUser): FollowUp {
  const { id, student, subject, semester, owner, due_on, is_overdue, last_step, version } = row;
  const { closed_by, closed_at, outcome, outcome_note } = row;
  return {
    id,
    student,
    subject,
    semester,
    owner,
    due_on,
    is_overdue,
    begun: { by: row.begun_by, at: row.begun_at },
    closed:
      closed_by && closed_at && outcome
        ? { by: closed_by, at: closed_at, outcome, note: outcome_note }
        : null,
    ...presentRates(row),
    last_step,
    may_write: closed_at === null && (editsAll(user) || owner.id === user.id),
    version,
  };
}
