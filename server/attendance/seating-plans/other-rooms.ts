import { sql } from 'kysely';
import type { Seat } from '#contract/attendance/seating-plan.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { seatsAsJson, writeVersion, type PlanKey } from './queries.ts';

/** A plan of the same class in another room. */
export interface OtherPlan {
  classroom: number;
  room_number: string;
  seats: Seat[];
}

/** The plans of a class in these rooms, with all their students. */
export async function plansIn(
  database: Database,
  class_schedule: number,
  rooms: readonly number[],
): Promise<OtherPlan[]> {
  if (rooms.length === 0) return [];
  const { rows } = await sql<OtherPlan>`
    select r.id as classroom, r.room_number, (
      select ${seatsAsJson}
      from seat s where s.seating_plan_id = p.id and s.version = p.version) as seats
    from seating_plan p join classroom r on r.id = p.classroom_id
    where p.class_schedule_id = ${class_schedule} and r.id = any(${[...rooms]}::bigint[])
    order by r.id`.execute(database);
  return rows;
}

/** The rooms of a class but for one. */
export const otherThan = (room: number, rooms: readonly { id: number }[]): number[] =>
  rooms.flatMap(({ id }) => (id === room ? [] : [id]));

/** Who gets a seat leaves the one in another room of the class: a student sits in one of them (R-SEAT-1). */
export async function leaveOthers(
  trx: Database,
  plan: PlanKey,
  { others, seats, by }: { others: OtherPlan[]; seats: Seat[]; by: { user: number; now: string } },
): Promise<void> {
  const seated = new Set(seats.map(({ student }) => student));
  for (const { classroom, seats: there } of others) {
    const stay = there.filter(({ student }) => !seated.has(student));
    if (stay.length === there.length) continue;
    const version = { ...by, way: 'by_hand', restored_version: null, seats: stay } as const;
    await writeVersion(trx, { ...plan, classroom }, version);
  }
}
