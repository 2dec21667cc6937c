import type { z } from 'zod';
import type { coTeacherIds, coTeacherPay, moreRoomIds } from '#contract/timetable/further.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

/** The fields of a body about further teachers and rooms. */
interface Given {
  co_teachers?: z.output<typeof coTeacherIds>;
  co_teacher_pay?: z.output<typeof coTeacherPay>;
  more_rooms?: z.output<typeof moreRoomIds>;
  teacher_id?: unknown;
  classroom_id?: unknown;
}

/** The columns of a class before the change. */
interface Current {
  teacher_id?: unknown;
  classroom_id?: unknown;
  co_teacher_ids?: unknown;
  co_payrolls?: unknown;
  more_classroom_ids?: unknown;
}

export interface FurtherColumns {
  co_teacher_ids?: number[] | null;
  co_payrolls?: string | null;
  more_classroom_ids?: number[] | null;
}

/**
 * The columns for further teachers and rooms (R-TEACH-1, R-CLASS-8). Who is named first only, or
 * leaves, is taken off the list by the database.
 * @throws ApiError 400 for one that does not exist, was archived, or is the first one.
 */
export async function furtherColumns(
  trx: Database,
  given: Given,
  current: Current = {},
): Promise<FurtherColumns> {
  const columns: FurtherColumns = {};
  if (given.co_teachers !== undefined) {
    const teachers = given.co_teachers ?? [];
    if (teachers.includes(Number(given.teacher_id ?? current.teacher_id)))
      throw validationError('co_teachers', 'names the first teacher of the class');
    await assertThere(trx, 'teacher', 'co_teachers', added(teachers, current.co_teacher_ids));
    columns.co_teacher_ids = teachers.length ? teachers : null;
  }
  if (given.more_rooms !== undefined) {
    const rooms = given.more_rooms ?? [];
    if (rooms.includes(Number(given.classroom_id ?? current.classroom_id)))
      throw validationError('more_rooms', 'names the first room of the class');
    await assertThere(trx, 'classroom', 'more_rooms', added(rooms, current.more_classroom_ids));
    columns.more_classroom_ids = rooms.length ? rooms : null;
  }
  if (given.co_teacher_pay) {
    const further = columns.co_teacher_ids ?? idsOf(current.co_teacher_ids);
    const codes = Object.entries(given.co_teacher_pay);
    if (codes.some(([teacher]) => !further.includes(Number(teacher))))
      throw validationError(
        'co_teacher_pay',
        'names a teacher who is not a further one of the class',
      );
    const ids = codes.flatMap(([, code]) => code ?? []);
    await assertThere(trx, 'pay_code', 'co_teacher_pay', [...new Set(ids)]);
    const merged = {
      ...(current.co_payrolls as Record<string, number> | null),
      ...given.co_teacher_pay,
    };
    const set = Object.entries(merged).filter(([, code]) => code !== null);
    columns.co_payrolls = set.length ? JSON.stringify(Object.fromEntries(set)) : null;
  }
  return columns;
}

export const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

const added = (ids: number[], before: unknown): number[] =>
  ids.filter((id) => !idsOf(before).includes(id));

async function assertThere(
  trx: Database,
  table: 'teacher' | 'classroom' | 'pay_code',
  field: string,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '=', anyOf.ids(ids))
    .where('archived_at', 'is', null)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length)
    throw validationError(field, `${missing.join(', ')} was archived or does not exist`);
}
