import type { NotNull } from 'kysely';
import { keyForm } from '#contract/identifier.ts';
import type { ImportCounts } from '#contract/exchange/import-run.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { seatsText } from '../csv/seats-text.ts';
import { upsert } from '../csv/upsert.ts';
import type { Notice } from './calendar-event.ts';
import type { Known } from './known.ts';
import type { ResolvedClass, Room } from './resolve.ts';

export type RoomIds = ((room: Room) => number) & {
  made: ImportCounts[];
  /** The numbers of the rooms that were made. */
  added: string[];
};

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
  for (const { event, room, rooms: others, more_rooms } of classes)
    for (const one of [room, ...others.values(), ...more_rooms])
      if (typeof one !== 'number' && !lines.has(one.makes)) lines.set(one.makes, event.line);
  // A room that is there in another spelling is the same one (R-KEY-2).
  const forms = [...new Set([...lines.keys()].map(keyForm))];
  const idsByForm = await roomsByForm(trx, forms);
  const made = new Map(
    [...lines.keys()]
      .filter((name) => !idsByForm.has(keyForm(name)))
      .toReversed()
      .map((name) => [keyForm(name), name]),
  );
  const names = [...made.values()];
  const [first] = names.map((name) => lines.get(name));
  if (first !== undefined) notice(first, 'note', 'LOCATION', seatsText(names));
  const types = { room_number: 'text', capacity: 'integer' };
  const counts = await upsert(
    trx,
    { table: 'classroom', key: ['room_number'], types },
    names.map((room_number) => ({ room_number, capacity: 0 })),
  );
  const ids = new Map(rooms.map(({ id, number }) => [keyForm(number), id]));
  const all = made.size ? await roomsByForm(trx, forms) : idsByForm;
  for (const [form, id] of all) ids.set(form, id);
  const idOf = (room: Room) => {
    const id = typeof room === 'number' ? room : ids.get(keyForm(room.makes));
    if (id === undefined) throw new Error('A room that is made has an id.');
    return id;
  };
  return Object.assign(idOf, {
    added: names.toSorted(),
    made: made.size ? [{ table: 'classroom', ...counts, archived: 0, skipped: 0 }] : [],
  });
}

async function roomsByForm(trx: Database, forms: string[]): Promise<Map<string, number>> {
  if (forms.length === 0) return new Map();
  const rows = await trx
    .selectFrom('classroom')
    .select(['key_form as form', 'id'])
    .where('key_form', '=', anyOf.texts(forms))
    .$narrowType<{ form: NotNull }>()
    .execute();
  return new Map(rows.map(({ form, id }) => [form, id]));
}
