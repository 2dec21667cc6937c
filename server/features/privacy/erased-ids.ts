import { createHmac } from 'node:crypto';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';

/** Makes HMACs of student IDs: they recognise an erased student's ID without disclosing it. */
export async function idHasher(database: Database): Promise<(studentId: string) => Buffer> {
  const secret = await sharedSecret(database, 'erasures');
  return (studentId) => createHmac('sha256', secret).update(studentId.toLowerCase()).digest();
}

/** Records a changed student ID, so that it is recognised after an erasure. */
export async function recordFormerId(
  trx: Database,
  student: number,
  studentId: string,
): Promise<void> {
  const hmacOf = await idHasher(trx);
  await trx
    .insertInto('former_student_id')
    .values({ student_id: student, id_hmac: hmacOf(studentId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The student IDs that belong or belonged to an erased student. */
export async function findErasedIds(
  database: Database,
  studentIds: string[],
): Promise<Set<string>> {
  if (studentIds.length === 0) return new Set();
  const hmacOf = await idHasher(database);
  const hashed = studentIds.map((studentId) => ({ studentId, hmac: hmacOf(studentId) }));
  const hmacs = hashed.map(({ hmac }) => hmac);
  const rows = await database
    .selectFrom('erasure')
    .select('id_hmac')
    .where('id_hmac', '=', anyOf.bytes(hmacs))
    .union(
      database
        .selectFrom('former_student_id as former')
        .innerJoin('student', 'student.id', 'former.student_id')
        .select('former.id_hmac')
        .where('former.id_hmac', '=', anyOf.bytes(hmacs))
        .where('student.erased_at', 'is not', null),
    )
    .execute();
  const erased = new Set(rows.map(({ id_hmac }) => id_hmac.toString('hex')));
  const found = hashed.filter(({ hmac }) => erased.has(hmac.toString('hex')));
  return new Set(found.map(({ studentId }) => studentId));
}
