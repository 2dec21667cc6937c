import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { clearEntries, evaluateRules } from '../red-list/evaluate.ts';
import type { RuleTerms } from '../red-list/holding.ts';
import { endedSince, markedSince, takeDue, type Position } from './changes.ts';
import { computeStanding, type Moment } from './compute.ts';
import { countAll, countSlice } from './counts.ts';
import { followerLock } from './follower-lock.ts';
import { followTypes, ruledTypesKey } from './types.ts';
import { after, transactionsAfter } from './news.ts';
import { createPassedIds, firstId } from './passed-ids.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** Standings of one statement, and students of the night's, with all their subjects. */
const slice = 500;
const nightSlice = 100;
/** What waits is computed so many rows at a time while marks are made, and while none are. */
const maxDue = { busy: 100, idle: 1000 };
/** All are computed again each night, from this hour on. */
const nightHour = 3;

interface Progress extends Position {
  ended_until: string | null;
  computed_on: string | null;
  computed_after: number;
  counted_on: string | null;
  counted_after: number;
  evaluated_for: string | null;
  next_xid: string;
  last_id: number;
  differences: number;
}

/** What one step did. */
export interface Step {
  /** False while another process follows. */
  followed: boolean;
  /** Students who were computed again. */
  students: number;
  /** Whether students wait for the next step. */
  more: boolean;
  /** Whether marks were made since the step before: taps go first. */
  isBusy: boolean;
}

/**
 * Keeps `standing` and the computed red list: one step reads the marks, meetings, enrolments and
 * leaves that changed since the last one. A mark writes nothing for it. Marks of transactions that
 * still run are left for a later step (decision 28).
 */
export function createFollower({ database, clock, settings }: Context): () => Promise<Step> {
  const passedIds = createPassedIds();

  return () =>
    inTransaction(database, async (trx) => {
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(${followerLock}) as got`.execute(trx);
      if (!rows[0]?.got) return { followed: false, students: 0, more: false, isBusy: false };
      await trx
        .insertInto('standing_progress')
        .values({ is_single: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const progress = await readProgress(trx);
      const isFirst =
        progress.ended_until === null || BigInt(progress.horizon) < BigInt(progress.history_xid);
      if (isFirst) {
        restart(progress);
        // All are computed: nothing else needs to wait for its turn.
        await trx.deleteFrom('standing_due').execute();
      }
      const moment = { today: clock.today(), now: localNow(clock) };
      const now = clock.now().toString();
      progress.history_id = passedIds(progress);

      const evaluated = await evaluationKey(trx, settings.current(), moment.today);
      const types = evaluated.types !== null;
      if (evaluated.types !== typesOf(progress.evaluated_for)) await followTypes(trx, moment.today);

      const marked = await markedSince(trx, progress, moment.now);
      await endedSince(trx, progress.ended_until, now, clock.timeZone);
      const isBusy = marked.length > 0;
      const due = await takeDue(trx, isBusy ? maxDue.busy : maxDue.idle);
      await countAll(trx, [...new Set([...due.meetings, ...marked])]);
      for (const wanted of slices(due.wanted)) await computeStanding(trx, wanted, moment, types);
      const changed = [...new Set(due.wanted.map(({ student_id }) => student_id))];

      const isNewTerms = evaluated.key !== progress.evaluated_for;
      const evaluation = { terms: settings.current(), types, today: moment.today, now };
      if (isNewTerms) await evaluateRules(trx, { ...evaluation, students: null });
      else
        for (const students of slices(changed))
          await evaluateRules(trx, { ...evaluation, students });
      await clearEntries(trx, moment.today);
      const night = await computeAgain(trx, progress, moment, types);
      if (night.differing.length > 0)
        for (const students of slices(night.differing))
          await evaluateRules(trx, { ...evaluation, students });
      const counted = await countAgain(trx, progress, moment);
      const isCounted =
        !due.more && night.computed_on !== null && !(await isHeldBack(trx, progress));
      await sql`
        update standing_progress set history_id = ${progress.history_id},
          history_xid = ${progress.horizon}::xid8, ended_until = ${now}::timestamptz,
          as_of = case when ${isCounted} then ${now}::timestamptz
            when not ${isFirst} then as_of end, evaluated_for = ${evaluated.key},
          computed_on = ${night.computed_on}::date, computed_after = ${night.computed_after},
          counted_on = ${counted.counted_on}::date, counted_after = ${counted.counted_after},
          differences = ${night.differences + counted.differences}`.execute(trx);
      const more = due.more || night.more || counted.counted_after > 0;
      return { followed: true, students: changed.length, more, isBusy };
    });
}

/** Whether marks that were committed before the step wait for a transaction that still runs. */
async function isHeldBack(trx: Database, progress: Progress): Promise<boolean> {
  const { history_id, horizon, next_xid } = progress;
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from attendance_history h
      where h.id > ${history_id} and ${transactionsAfter(sql`${horizon}::bigint`)}
        < ${next_xid}::bigint - ${horizon}::bigint) as held`.execute(trx);
  return rows[0]?.held ?? false;
}

/** After the upgrade, or in another cluster after a restore: all are computed again, step by step. */
function restart(progress: Progress): void {
  progress.history_id = firstId(progress.last_id);
  progress.history_xid = progress.horizon;
  progress.ended_until = null;
  progress.computed_on = null;
  progress.computed_after = 0;
  progress.counted_on = null;
  progress.counted_after = 0;
}

async function readProgress(trx: Database): Promise<Progress> {
  return oneRow(
    await sql<Progress>`
      select history_id, history_xid::text, ended_until, computed_on, computed_after, counted_on,
        counted_after, evaluated_for, differences,
        pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
        pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
        coalesce(pg_sequence_last_value(
          pg_get_serial_sequence('attendance_history', 'id')::regclass), 0) as last_id
      from standing_progress`.execute(trx),
  );
}

interface EvaluationKey {
  /** Changes with the day, the rules, and the settings they depend on; ends with that of the types. */
  key: string;
  /** Changes with the class types of subjects that rules name; null without such a rule. */
  types: string | null;
}

const typesOf = (key: string | null): string | null => key?.split(' ')[1] ?? null;

async function evaluationKey(
  trx: Database,
  terms: RuleTerms,
  today: string,
): Promise<EvaluationKey> {
  const { rate_by, late_counts_as, excused_counts, unfinished_counts } = terms;
  const settings = JSON.stringify([rate_by, late_counts_as, excused_counts, unfinished_counts]);
  const { rules, types } = oneRow(
    await sql<{ rules: string; types: string | null }>`
      select md5(${`${today} ${settings}`} || coalesce(string_agg(rule::text, ' ' order by id), ''))
          as rules,
        case when bool_or(class_type is not null) then (${ruledTypesKey}) end as types
      from red_list_rule rule`.execute(trx),
  );
  return { key: types === null ? rules : `${rules} ${types}`, types };
}

interface Night {
  computed_on: string | null;
  computed_after: number;
  /** Students of whom something differed that no change explains. */
  differences: number;
  differing: number[];
  more: boolean;
}

/** Whether all are computed again: after the upgrade, at night, and until a round is over. */
const isDueAgain = (on: string | null, after: number, { today, now }: Moment) =>
  after > 0 || on === null || (on < today && Number(now.slice(11, 13)) >= nightHour);

/** Counts a slice of all meetings again. */
async function countAgain(trx: Database, progress: Progress, moment: Moment) {
  const { counted_on, counted_after } = progress;
  if (!isDueAgain(counted_on, counted_after, moment))
    return { counted_on, counted_after, differences: 0 };
  const found = await countSlice(trx, counted_after);
  return {
    ...found,
    counted_on: found.counted_after === 0 ? moment.today : counted_on,
    differences: counted_on === null ? 0 : found.differences,
  };
}

/** Computes a slice of all students again, once a night and after the upgrade. */
async function computeAgain(
  trx: Database,
  progress: Progress,
  moment: Moment,
  types: boolean,
): Promise<Night> {
  const { computed_on, computed_after } = progress;
  const isFirst = computed_on === null;
  if (!isDueAgain(computed_on, computed_after, moment))
    return {
      computed_on,
      computed_after,
      differences: progress.differences,
      differing: [],
      more: false,
    };
  const rows = await trx
    .selectFrom('student')
    .select('id')
    .where('id', '>', computed_after)
    .orderBy('id')
    .limit(nightSlice)
    .execute();
  const students = rows.map(({ id }) => id);
  const inAll = { semester_id: null, subject_id: null };
  const wanted = students.map((student_id) => ({ student_id, ...inAll }));
  const differing = await computeStanding(trx, wanted, moment, types);
  const unexplained = isFirst ? [] : await withoutNews(trx, differing, progress);
  const last = students.at(-1);
  const isOver = last === undefined || students.length < nightSlice;
  return {
    computed_on: isOver ? moment.today : computed_on,
    computed_after: isOver ? 0 : last,
    differences: (computed_after > 0 ? progress.differences : 0) + unexplained.length,
    differing,
    more: !isOver,
  };
}

/** Those whose marks, enrolments and leaves did not change while all were computed. */
async function withoutNews(
  trx: Database,
  students: number[],
  { history_id, horizon }: Progress,
): Promise<number[]> {
  if (students.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select s.id from unnest(${students}::bigint[]) s(id)
    where not exists (select from standing_due d where d.student_id = s.id
        or d.class_schedule_id in (select e.class_schedule_id from enrolment e where e.student_id = s.id))
      and not exists (select from attendance_history h
        where h.id > ${history_id} and h.student_id = s.id
          and ${transactionsAfter(sql`${horizon}::bigint`)} < ${after})`.execute(trx);
  return rows.map(({ id }) => id);
}

function slices<Item>(items: Item[]): Item[][] {
  const all: Item[][] = [];
  for (let from = 0; from < items.length; from += slice) all.push(items.slice(from, from + slice));
  return all;
}
