import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** Maximum consecutive numbers that are tried. */
const maxTries = 200;

/**
 * The number after the newest student ID in the same form: `S0099` → `S0100`; null if none is free.
 */
export async function nextStudentId(database: Database): Promise<string | null> {
  const newest = await database
    .selectFrom('student')
    .select('student_id')
    .where('erased_at', 'is', null)
    .where('student_id', '~', '[0-9]')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const candidates = newest ? following(newest.student_id) : [];
  // IDs must not equal another student's card number.
  const taken = await sql<{ id: string }>`
    select lower(student_id) as id from student
    where lower(student_id) = any(${candidates.map((id) => id.toLowerCase())}::text[])
    union all select lower(rfid_number) from student
    where rfid_number = any(${candidates}::text[])`.execute(database);
  const used = new Set(taken.rows.map(({ id }) => id));
  return candidates.find((id) => !used.has(id.toLowerCase())) ?? null;
}

/** The following IDs, within the maximum length. */
export function following(studentId: string): string[] {
  const [, before = '', digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/s.exec(studentId) ?? [];
  if (!digits) return [];
  return Array.from(
    { length: maxTries },
    (_, at) => `${before}${String(Number(digits) + at + 1).padStart(digits.length, '0')}${after}`,
  ).filter((id) => id.length <= limits.studentIdLength);
}
