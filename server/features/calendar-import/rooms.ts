import { sql } from 'kysely';
import type { ImportCounts } from '#contract/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { seatsText } from '../import/seats-text.ts';
import { upsert } from '../import/upsert.ts';
import type { Notice } from './events.ts';
import type { Known } from './known.ts';
import type { ResolvedClass, Room } from './resolve.ts';

export type RoomIds = ((room: Room) => number) & { made: ImportCounts[] };

/**
 * Makes the rooms that the answers ask for. No calendar says how many seats they have: they are noted, since
 * rooms with capacity 0 are never taken and never full (R-CLASH-1).
 */
export async function makeRooms(
  trx: Database,
  classes: ResolvedClass[],
  rooms: Known['rooms'],
  notice: Notice,
): Promise<RoomIds> {
  const lines = new Map<string, number>();
  for (const { event, room, rooms: others } of classes)
    for (const one of [room, ...others.values()])
      if (typeof one !== 'number' && !lines.has(one.makes)) lines.set(one.makes, event.line);
  const made = new Set(lines.keys());
  const [first] = lines.values();
  if (first !== undefined) notice(first, 'note', 'LOCATION', seatsText([...made]));
  const rowsOf = [...made].map((room_number) => ({ room_number, capacity: 0 }));
  const types = { room_number: 'text', capacity: 'integer' };
  const counts = await upsert(trx, { table: 'classroom', key: ['room_number'], types }, rowsOf);
  const ids = new Map(rooms.map(({ id, number }) => [number, id]));
  if (made.size) {
    const { rows } = await sql<{ id: number; number: string }>`
      select id, room_number as number from classroom
      where room_number = any(${[...made]}::text[])`.execute(trx);
    for (const { id, number } of rows) ids.set(number, id);
  }
  const idOf = (room: Room) => {
    const id = typeof room === 'number' ? room : ids.get(room.makes);
    if (id === undefined) throw new Error('A room that is made has an id.');
    return id;
  };
  return Object.assign(idOf, {
    made: made.size ? [{ table: 'classroom', ...counts, archived: 0, skipped: 0 }] : [],
  });
}
