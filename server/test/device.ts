import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { hashOf, newKey } from '#server/attendance/devices/keys.ts';

/** Adds a device to a room, and returns its key. */
export async function keyOfDevice(
  database: Database,
  { name = 'Door R1', room = 'R1', kind = 'reader', signs = false } = {},
): Promise<string> {
  const added = await sql<{ id: number }>`
    with somebody as (
      insert into app_user (email, name) values ('porter@school.example', 'porter')
      on conflict (email) do update set name = excluded.name returning id
    )
    insert into device (name, kind, signs, generation, created_by, created_at)
    select ${name}, ${kind}, ${signs}, 1, id, '2026-01-01' from somebody returning id`.execute(
    database,
  );
  const { id } = oneRow(added);
  const key = newKey(id);
  await sql`update device set key_hash = ${hashOf(key)} where id = ${id}`.execute(database);
  await sql`
    insert into device_room (device_id, since, classroom_id)
    select ${id}, '2026-01-01', r.id from classroom r where r.room_number = ${room}`.execute(
    database,
  );
  return key;
}
