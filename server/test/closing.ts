import { sql } from 'kysely';
import type { RollRow } from '#contract/marks.ts';
import { createMarking, monday } from './marking.ts';
import type { Caller } from './test-school.ts';

/** Tess's roll of the Monday lecture, which is closed and reopened. */
export type Closing = Awaited<ReturnType<typeof createClosing>>;

export async function createClosing() {
  const marking = await createMarking();
  const set = (values: object) =>
    marking.school.call('admin', 'PATCH', 'attendance/settings/', values);
  const post = (caller: Caller, path: string, more: object = {}) =>
    marking.school.call(caller, 'POST', `attendance/${path}/`, {
      class_schedule: marking.mon9,
      date: monday,
      ...more,
    });
  const close = (caller: Caller = 'teacher') => post(caller, 'close-roll');
  const reopen = (caller: Caller = 'teacher', more: object = {}) =>
    post(caller, 'reopen-roll', more);
  const rows = async (): Promise<RollRow[]> =>
    (
      await marking.school.call(
        'teacher',
        'GET',
        `attendance/attendance/?class_schedule=${marking.mon9}&date=${monday}`,
      )
    ).body.results;
  const statuses = async () =>
    Object.fromEntries((await rows()).map((row) => [row.student_id, row.status]));
  const isClosed = async () => {
    const path = `attendance/classschedule/${marking.mon9}/?date=${monday}`;
    return (await marking.school.call('teacher', 'GET', path)).body.meeting.roll_closed as boolean;
  };
  const readEvents = async (caller: Caller = 'teacher') => {
    const path = `attendance/roll-events/?class_schedule=${marking.mon9}&date=${monday}`;
    return (await marking.school.call(caller, 'GET', path)).body;
  };
  const events = async () => (await readEvents()).results;
  const mayReopen = async (caller: Caller) => (await readEvents(caller)).may_reopen as boolean;
  /** Removes every mark; no roll is closed, and teachers change rolls without a limit of days. */
  const begin = async () => {
    await marking.reset();
    await set({ edit_days: 0, close_after_minutes: 0 });
    await sql`update class_meeting set closed_at = null, reopened_at = null`.execute(
      marking.school.database,
    );
    await sql`delete from roll_event`.execute(marking.school.database);
  };
  return {
    ...marking,
    begin,
    set,
    post,
    close,
    reopen,
    rows,
    statuses,
    isClosed,
    events,
    mayReopen,
  };
}
