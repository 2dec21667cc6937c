import type { ClashKind } from '#contract/clash.ts';
import { messages } from '#contract/texts.ts';
import { sql, type RawBuilder } from 'kysely';
import type {
  Reassignment,
  ReassignmentPreview,
  ReassignedKind,
} from '#contract/timetable/reassignment.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { furtherColumns } from '../class-schedules/further.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { nameOfDay } from '#server/school/when.ts';
import { clashes } from '../clashes/judge.ts';
import { meetingsOfClasses } from '../clashes/proposals.ts';
import { lockNeeds, lockSemesters } from '../clashes/lock.ts';
import type { ProposedMeeting } from '../clashes/proposed.ts';
import { clashTexts } from '../clashes/refuse.ts';
import { settleClashes } from '../clashes/settle.ts';
import type { By } from './operations.ts';
import { recordPatternChange } from './pattern-change.ts';

const columns = {
  teacher: { first: 'teacher_id', further: 'co_teacher_ids', judged: 'teacher_ids' },
  classroom: { first: 'classroom_id', further: 'more_classroom_ids', judged: 'classroom_ids' },
} as const;

/** Whether pattern `p` needs the teacher or room, as the first or a further one. */
const needs = (kind: ReassignedKind, id: number): RawBuilder<boolean> => sql`(
  ${sql.ref(`p.${columns[kind].first}`)} = ${id} or ${id} = any(${sql.ref(`p.${columns[kind].further}`)}))`;

/** Whether pattern `p` changes: without a new teacher or room only where the class has another one. */
const changes = ({ kind, from, to }: Reassignment): RawBuilder<boolean> =>
  to === null
    ? sql`(${needs(kind, from)} and ${sql.ref(`p.${columns[kind].further}`)} is not null)`
    : needs(kind, from);

/** The last day; without one it is after every other. */
const lastDay = ({ effective_to }: Reassignment): RawBuilder<string> =>
  sql`${effective_to ?? 'infinity'}::date`;

/** Whether class `c` has a meeting within the period; for good its later ones change as well. */
const hasMeetings = (body: Reassignment) =>
  body.effective_to
    ? sql`exists (select from class_meeting g where g.class_schedule_id = c.id
        and g.date between ${body.effective_from}::date and ${lastDay(body)})`
    : sql`true`;

/** Classes of the teacher, or in the room, that have a meeting within the period, and change. */
async function classesOf(
  trx: Database,
  body: Reassignment,
  which = changes(body),
): Promise<number[]> {
  const { effective_from } = body;
  const { rows } = await sql<{ id: number }>`
    select c.id from class_schedule c
    join semester m on m.id = c.semester_id and m.semester_end_date >= ${effective_from}::date
    where c.archived_at is null and ${hasMeetings(body)} and exists (
      select from class_schedule_pattern p
      where p.class_schedule_id = c.id and ${which}
        and (p.valid_from between ${effective_from}::date and ${lastDay(body)}
          or p.valid_from = (
          select max(before.valid_from) from class_schedule_pattern before
          where before.class_schedule_id = c.id and before.valid_from <= ${effective_from}::date))
    )
    order by c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The same, read again once they are locked with their teachers and rooms, and the one that gets them.
 * @throws ApiError 400 when that one is archived or unknown, 409 when a class was given to somebody else, or
 * another one came, at the same moment.
 */
async function lockedClassesOf(trx: Database, body: Reassignment): Promise<number[]> {
  const { kind, from, to } = body;
  const classes = await classesOf(trx, body);
  await lockSemesters(trx, { classes });
  await lockNeeds(trx, {
    classes,
    ...(kind === 'teacher'
      ? { teachers: to === null ? [from] : [from, to] }
      : { classrooms: [from, ...(to === null ? [] : [to, ...(body.more_rooms ?? [])])] }),
  });
  if (to !== null) await checkReferences(trx, { to: kind }, { to });
  await furtherColumns(trx, { more_rooms: body.more_rooms, classroom_id: to });
  if (classes.join() !== (await classesOf(trx, body)).join())
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  return classes;
}

/** Starts a pattern on a date that equals the one before it, unless one starts there already. */
const splitPatterns = (trx: Database, ids: number[], date: RawBuilder<unknown>) =>
  sql`
    select change_pattern(c.id, ${date}, '{}')
    from class_schedule c join semester m on m.id = c.semester_id and m.semester_end_date >= ${date}
    where c.id = any(${ids}::bigint[])`.execute(trx);

/** Assigns the classes to the other one; later patterns with a third one do not change. */
async function giveTo(trx: Database, ids: number[], body: Reassignment): Promise<void> {
  const { kind, from, to, effective_from, effective_to } = body;
  if (effective_to) await splitPatterns(trx, ids, sql`(${effective_to}::date + 1)`);
  await splitPatterns(trx, ids, sql`${effective_from}::date`);
  const target =
    to === null ? movingUp(kind, from) : replacing(kind, { from, to, more: body.more_rooms ?? [] });
  await sql`
    update class_schedule_pattern p set ${target}
    where p.class_schedule_id = any(${ids}::bigint[])
      and p.valid_from between ${effective_from}::date and ${lastDay(body)}
      and ${changes(body)}`.execute(trx);
  await sql`select adopt_patterns(${ids}::bigint[]), plan_meetings(${ids}::bigint[])`.execute(trx);
}

/** Another one takes the place; who is in the class already stays in one place. */
function replacing(
  kind: ReassignedKind,
  { from, to, more }: { from: number; to: number; more: number[] },
): RawBuilder<unknown> {
  const [first, further] = [sql.ref(columns[kind].first), sql.ref(columns[kind].further)];
  const taken = sql`(case ${first} when ${from} then ${to} else ${first} end)`;
  return sql`${first} = ${taken},
    ${further} = nullif(array(
      select k.id from unnest(
        array_replace(${further}, ${from}::bigint, ${to}::bigint) || ${more}::bigint[]
      ) with ordinality k(id, position)
      where k.id <> ${taken} group by k.id order by min(k.position)), '{}')`;
}

/** The next one moves up. */
function movingUp(kind: ReassignedKind, from: number): RawBuilder<unknown> {
  const [first, further] = [sql.ref(columns[kind].first), sql.ref(columns[kind].further)];
  return sql`${first} = case ${first} when ${from} then ${further}[1] else ${first} end,
    ${further} = case ${first} when ${from} then nullif(${further}[2:], '{}')
      else nullif(array_remove(${further}, ${from}::bigint), '{}') end`;
}

/** Meetings within the period with the other teacher or room; where the next one moves up, all of the classes. */
async function meetingsGiven(
  trx: Database,
  ids: number[],
  { kind, to, more_rooms, effective_from, effective_to }: Reassignment,
): Promise<ProposedMeeting[]> {
  const meetings = await meetingsOfClasses(trx, ids, effective_from);
  return meetings.filter(
    (it) =>
      (to === null ||
        [to, ...(more_rooms ?? [])].some((id) => it[columns[kind].judged].includes(id))) &&
      (!effective_to || it.date <= effective_to),
  );
}

/** The kinds of clashes that a new teacher or room can cause; those who stay have had theirs before. */
function kindsOf({ kind, to }: Reassignment): ClashKind[] {
  if (kind === 'teacher') return to === null ? [] : ['teacher'];
  return to === null ? ['seats'] : ['classroom', 'closed', 'seats'];
}

/** @throws ApiError 400 when no class is affected, 409 with clashes to be confirmed. */
export async function reassign(trx: Database, body: Reassignment, by: By): Promise<OperationDone> {
  const ids = await lockedClassesOf(trx, body);
  const done = await recordPatternChange(trx, ids, by, () => giveTo(trx, ids, body));
  if (!done) throw validationError('from', 'has no classes from then on');
  await settleClashes(trx, await meetingsGiven(trx, ids, body), {
    kinds: kindsOf(body),
    mode: 'refuse',
    confirm: body.confirm,
    by,
  });
  return done;
}

/** The effect of the change, read before it is rolled back. */
export async function previewed(trx: Database, body: Reassignment): Promise<ReassignmentPreview> {
  const ids = await lockedClassesOf(trx, body);
  const all = await classesOf(trx, body, needs(body.kind, body.from));
  const from = body.effective_from;
  await sql`
    create temporary table meetings_before on commit drop as
    select id, class_schedule_id, date, sequence from class_meeting
    where class_schedule_id = any(${ids}::bigint[])`.execute(trx);
  await giveTo(trx, ids, body);
  const { rows } = await sql<PreviewRow>`
    select c.id, p.day_of_week as day, p.start_time, p.end_time, weeks_text(p.weeks) as weeks, m.first_week,
      jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code) as subject,
      c.group_name,
      (select count(*) from meetings_before b join class_meeting m on m.id = b.id
        where b.class_schedule_id = c.id and m.sequence <> b.sequence) as meetings
    from class_schedule c
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    join lateral (
      select * from class_schedule_pattern p
      where p.class_schedule_id = c.id and p.valid_from >= ${from}::date
        and p.day_of_week is not null
      order by p.valid_from limit 1
    ) p on true
    where c.id = any(${ids}::bigint[])
    order by p.day_of_week, p.start_time, c.id`.execute(trx);
  // Of a period those that change are listed; for good also those whose meetings are all held.
  const listed = body.effective_to ? rows.filter(({ meetings }) => meetings > 0) : rows;
  const counted = await sql<{ students: number; unchanged: number }>`
    select (select count(distinct e.student_id) from enrolment e
        where e.class_schedule_id = any(${listed.map(({ id }) => id)}::bigint[]) and ${enrolledOnOrAfter(from)}) as students,
      (select count(*) from meetings_before b where b.date between ${from}::date and ${lastDay(body)}
        and carries_something(b.class_schedule_id, b.date)) as unchanged`.execute(trx);
  const found = await clashes(trx, await meetingsGiven(trx, ids, body), {
    kinds: kindsOf(body),
  });
  return {
    classes: listed.map(({ day, ...row }) => ({ ...row, day_of_week: nameOfDay(day) })),
    ...oneRow(counted),
    alone: all.length - ids.length,
    clashes: clashTexts(found),
    all_clashes: found,
  };
}

type PreviewRow = Omit<ReassignmentPreview['classes'][number], 'day_of_week'> & { day: number };
