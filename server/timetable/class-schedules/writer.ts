import { sql } from 'kysely';
import { clashKinds, type ClashKind } from '#contract/clash.ts';
import { messages } from '#contract/texts.ts';
import type { Weekday } from '#contract/timetable/timetable.ts';
import type { AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import type { Body, ResourceWriter, Step } from '#server/platform/resource/writer-terms.ts';
import { payColumns } from '#server/school/may-set-pay-code.ts';
import { publishClass, publishPlan } from '#server/school/live-marks.ts';
import { lockNeeds, lockSemesters } from '../clashes/lock.ts';
import { judgingNewMeetings } from '../clashes/newly-held.ts';
import { meetingsOfClasses } from '../clashes/proposals.ts';
import { settleClashes } from '../clashes/settle.ts';
import { recordPatternChange } from '../meetings/pattern-change.ts';
import { planAt } from '../meetings/planning.ts';
import { changeFrom } from './change-from.ts';
import { furtherColumns, idsOf } from './further.ts';
import { assertHeld } from './held.ts';
import { classReferences } from './references.ts';
import { assertWeekday } from './weekday.ts';
import { storedWeeks } from './weeks.ts';
import { weeksText } from '#contract/weeks.ts';
import { numberOfDay } from '#server/school/when.ts';

/** Writes classes, and judges their clashes. */
export function classWriter(context: Pick<AppContext, 'clock' | 'live' | 'settings'>) {
  const { clock, live, settings } = context;
  const plain = plainClassWriter(context);

  async function settle(trx: Database, id: number, given: Settled): Promise<void> {
    await settleClashes(trx, await meetingsOfClasses(trx, [id], given.from ?? clock.today()), {
      kinds: given.kinds,
      mode: settings.current().clashes,
      confirm: given.body.confirm_clashes,
      by: { user: given.user.id, now: clock.now().toString() },
    });
  }

  const writer: ResourceWriter = {
    ...plain,
    async begin(trx, { what, ids, given, afterCommit }) {
      await planAt(trx, clock);
      await lockSemesters(trx, { classes: ids, also: [numberOrNull(given.semester_id)] });
      if (what === 'create') await lockNeeds(trx, needsOf(given));
      // Check-ins, marks and notes of its dates are waited for, and wait.
      if (what === 'archive' || what === 'restore') await lockRows(trx, 'class', ids, 'update');
      // Of a change, its meetings alone are announced.
      if (what !== 'change') afterCommit.push(() => publishPlan(live));
    },
    async afterSave(trx, id, body, step) {
      if (step?.what === 'create') {
        await assertHeld(trx, id, body, clock.today());
        await settle(trx, id, { body, user: step.user, kinds: clashKinds });
      }
    },
    async around(trx, step, change) {
      const { what, ids, given, user } = step;
      if (what === 'change') return changeClass(trx, step, change);
      if (what !== 'restore') return change();
      const classes = sql`select unnest(${ids}::bigint[])`;
      return judgingNewMeetings(trx, context, { classes, given, user }, change);
    },
  };

  /** Changes a class, which is one recorded operation, and judges the meetings that it changes. */
  async function changeClass(trx: Database, step: Step, change: () => Promise<void>) {
    const {
      ids: [id = 0],
      given: body,
      user,
      afterCommit,
    } = step;
    const from = typeof body.effective_from === 'string' ? body.effective_from : clock.today();
    const before = await stateOf(trx, id);
    const isOtherTime = timeColumns.some((name) => body[name] !== undefined);
    await lockNeeds(trx, { ...needsOf(body), classes: [id], ...(isOtherTime && { from }) });
    const by = { user: user.id, now: clock.now().toString() };
    const done = await recordPatternChange(trx, [id], by, change);
    afterCommit.push(() => {
      if (!done) return publishPlan(live);
      for (const it of done.meetings) publishClass(live, it.class_schedule, it.date);
    });
    const after = await stateOf(trx, id);
    if (String(await weeksFrom(trx, id, from)) !== String(before?.weeks))
      await assertHeld(trx, id, body, from);
    const isMoved = after?.semester_id !== before?.semester_id;
    // A pay code or a colour changes no meeting.
    if (!done?.meetings.length && !isMoved) return;
    const isSameRoom = String(after?.rooms) === String(before?.rooms);
    // A class that was too large for its room before may still be changed.
    const kinds = clashKinds.filter((kind) => kind !== 'seats' || !isSameRoom);
    await settle(trx, id, { body, user, kinds, from });
  }
  return writer;
}

/** With another value of these the students are busy at another time. */
const timeColumns = ['day_of_week', 'weeks', 'start_time', 'end_time', 'semester_id'];

interface Settled {
  body: Body;
  user: CurrentUser;
  kinds: readonly ClashKind[];
  from?: string;
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
/** The teachers and rooms that a body names. */
export const needsOf = (body: Body) => ({
  teachers: [numberOrNull(body.teacher_id), ...idsOf(body.co_teachers)],
  classrooms: [numberOrNull(body.classroom_id), ...idsOf(body.more_rooms)],
});

async function stateOf(trx: Database, id: number) {
  return trx
    .selectFrom('class_schedule')
    .select([
      'semester_id',
      'weeks',
      sql<number[]>`array[classroom_id] || more_classroom_ids`.as('rooms'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The weeks that a class has on a day. */
async function weeksFrom(trx: Database, id: number, day: string): Promise<number[] | null> {
  const found = await trx
    .selectFrom('class_schedule_pattern')
    .select('weeks')
    .where('class_schedule_id', '=', id)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.weeks ?? null;
}

/** Writes classes without judging them, for a preview that is rolled back. */
export const plainClassWriter = ({ clock, settings }: Pick<AppContext, 'clock' | 'settings'>) =>
  ({
    table: 'class_schedule',
    // A mark and a change of its class come one after the other (decision 0025).
    holdsReferences: true,
    // Changes from a later date are not in the row yet.
    // A change of hidden columns only is not shown as a change.
    alsoOf: (hidden) => sql`(
      select string_agg(concat_ws(' ', p.valid_from, p.content), ' ' order by p.valid_from)
        filter (where p.content is distinct from p.before)
      from (
        select valid_from, content, lag(content) over (order by valid_from) as before
        from (
          select valid_from, to_jsonb(own) - ${[...hidden, 'valid_from']}::text[] as content
          from class_schedule_pattern own where own.class_schedule_id = x.id
        ) visible
      ) p)`,
    hidden: { columns: payColumns, unless: ['Payrolls', 'read'] },
    async toColumns(
      {
        day_of_week,
        order,
        effective_from,
        weeks,
        co_teachers,
        co_teacher_pay,
        more_rooms,
        confirm_clashes: _confirm,
        ...body
      },
      at,
    ) {
      const { trx, current } = at;
      if (day_of_week !== undefined)
        assertWeekday(day_of_week as Weekday, { settings, current: current?.day_of_week });
      const columns: Body = {
        ...body,
        ...(day_of_week !== undefined && { day_of_week: numberOfDay(day_of_week as Weekday) }),
        ...(order !== undefined && { sort_order: order }),
        ...(await furtherColumns(
          trx,
          { ...body, co_teachers, co_teacher_pay, more_rooms } as Parameters<
            typeof furtherColumns
          >[1],
          current,
        )),
      };
      const before = (current?.weeks ?? null) as number[] | null;
      const isMoved =
        columns.semester_id !== undefined && columns.semester_id !== current?.semester_id;
      // In another semester its weeks have other dates, and may not be there.
      const wanted = weeks === undefined && isMoved && before ? weeksText(before) : weeks;
      if (wanted !== undefined && wanted !== '')
        columns.weeks = await storedWeeks(trx, wanted as string | null, {
          semester: Number(columns.semester_id ?? current?.semester_id),
          current: isMoved ? null : before,
        });
      if (!current) return columns;
      await assertHistoryUnaffected(trx, current, columns);
      if (typeof effective_from !== 'string') return columns;
      await checkReferences(trx, classReferences, columns);
      return changeFrom(trx, clock, current, columns, effective_from);
    },
    references: classReferences,
    referencedBy: [
      { table: 'enrolment', column: 'class_schedule_id', names: ['enrolment', 'enrolments'] },
      {
        table: 'attendance',
        column: 'class_schedule_id',
        names: ['attendance mark', 'attendance marks'],
      },
      {
        table: 'attendance_history',
        column: 'class_schedule_id',
        names: ['change in the history of marks', 'changes in the history of marks'],
      },
      { table: 'cohort_schedule', column: 'class_schedule_id', names: ['cohort', 'cohorts'] },
      { table: 'payroll_log', column: 'class_schedule_id', names: ['check-in', 'check-ins'] },
      { table: 'held_mark', column: 'class_schedule_id', names: ['held mark', 'held marks'] },
      { table: 'attendance_note', column: 'class_schedule_id', names: ['note', 'notes'] },
      {
        table: 'device_tap',
        column: 'class_schedule_id',
        names: ['tap at a door', 'taps at doors'],
      },
    ],
  }) satisfies ResourceWriter;

/**
 * In another semester the past rolls would be lost, and with another subject they would become
 * that subject's. Another weekday applies from a date (R-MEETING-2).
 */
async function assertHistoryUnaffected(trx: Database, current: Body, columns: Body): Promise<void> {
  const moved = (['semester_id', 'subject_id'] as const).find(
    (name) => columns[name] !== undefined && columns[name] !== current[name],
  );
  if (!moved) return;
  const mark = await trx
    .selectFrom('attendance')
    .select('id')
    .where('class_schedule_id', '=', Number(current.id))
    .limit(1)
    .executeTakeFirst();
  if (mark) throw validationError(moved, messages.needsSuccessor);
}
