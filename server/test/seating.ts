import { sql } from 'kysely';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { createMarking, monday } from './marking.ts';
import type { Caller } from './test-school.ts';

/** The seating plan of Tess's Monday lecture, of which S1, S2, S3 and S5 are students. */
export type Seating = Awaited<ReturnType<typeof createSeating>>;

/** A seat. */
export const at = (student: number, row: number, column: number) => ({ student, row, column });
/** A room of two rows of three, with a gap in front. */
export const layout = { rows: 2, columns: 3, gaps: [{ row: 1, column: 2 }] };

export async function createSeating() {
  const marking = await createMarking();
  const { school, mon9 } = marking;
  const [S1 = 0, S2 = 0, S3 = 0, S5 = 0] = await Promise.all(
    ['S1', 'S2', 'S3', 'S5'].map((code) => school.studentId(code)),
  );
  const ids = { S1, S2, S3, S5 };
  const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(school.database);
  const found = await run(
    sql<{ id: number }>`select classroom_id as id from class_schedule where id = ${mon9}`,
  );
  const room = found.rows[0]?.id ?? 0;
  const added = await school.call('admin', 'POST', 'attendance/classroom/create/', {
    room_number: 'Other',
    capacity: 20,
  });
  const otherRoom: number = added.body.id;
  const ofPlan = { class_schedule: mon9, date: monday, classroom: room };
  const post = (caller: Caller, what: string, body: object) =>
    school.call(caller, 'POST', `attendance/seating-plan/${what}/`, { ...ofPlan, ...body });

  const set = (values: object) => school.call('admin', 'PATCH', 'attendance/settings/', values);
  /** The first plan, with the layout of the room. */
  const save = (more: object = {}, caller: Caller = 'teacher') =>
    post(caller, 'save', {
      version: 0,
      layout_version: 0,
      layout,
      way: 'by_hand',
      seats: [at(S1, 1, 1), at(S2, 1, 3)],
      ...more,
    });
  return {
    ...marking,
    ids,
    room,
    otherRoom,
    run,
    set,
    save,
    /** Removes plans and layouts. */
    async begin() {
      await marking.reset();
      await run(sql`truncate seat, seating_plan_change, seating_plan, room_gap, room_layout`);
      await set({ edit_days: 0 });
    },
    async read(
      more: Record<string, string | number> = {},
      caller: Caller = 'teacher',
    ): Promise<{ status: number; body: SeatingPlan }> {
      const query = new URLSearchParams({ class_schedule: String(mon9), date: monday });
      for (const [name, value] of Object.entries(more)) query.set(name, String(value));
      return school.call(caller, 'GET', `attendance/seating-plan/?${query.toString()}`);
    },
    /** What is saved next: the room has its layout. */
    next: (version: number, seats: object[], more: object = {}, caller: Caller = 'teacher') =>
      save({ version, layout_version: 1, layout: undefined, seats, ...more }, caller),
    restore: (version: number, to: number, caller: Caller = 'teacher') =>
      post(caller, 'restore', { version, to }),
    async history() {
      const query = `class_schedule=${mon9}&classroom=${room}`;
      const path = `attendance/seating-plan/history/?${query}`;
      return (await school.call('teacher', 'GET', path)).body.results;
    },
  };
}
