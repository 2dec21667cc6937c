import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';

/** Makes HMACs of student IDs: they recognise an erased student's ID without disclosing it. */
export async function idHasher(database: Database): Promise<(studentId: string) => Buffer> {
  const secret = await sharedSecret(database, 'erasures');
  return (studentId) => createHmac('sha256', secret).update(studentId.toLowerCase()).digest();
}

/** Records a changed student ID, so that it is recognised after an erasure. */
export const recordFormerId = (trx: Database, student: number, studentId: string): Promise<void> =>
  recordFormerIds(trx, [{ student, id: studentId }]);

/** Records IDs that students have or had, here or in other systems (R-ROSTER-3). */
export async function recordFormerIds(
  trx: Database,
  ids: { student: number; id: string }[],
): Promise<void> {
  if (ids.length === 0) return;
  const hmacOf = await idHasher(trx);
  const rows = ids.map(({ student, id }) => ({ student, hmac: hmacOf(id).toString('hex') }));
  await sql`
    insert into former_student_id (student_id, id_hmac)
    select given.student, decode(given.hmac, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(student bigint, hmac text)
    on conflict do nothing`.execute(trx);
}

/** What another system calls somebody, as one text; none of our IDs has a line break. */
export const idElsewhere = (source: string, sourcedId: string): string => `${source}\n${sourcedId}`;

/** Records what other systems call a student who is erased, before it is deleted. */
export async function recordIdsElsewhere(trx: Database, student: number): Promise<void> {
  const rows = await trx
    .selectFrom('external_id')
    .select(['source', 'sourced_id'])
    .where('student_id', '=', student)
    .execute();
  await recordFormerIds(
    trx,
    rows.map(({ source, sourced_id }) => ({ student, id: idElsewhere(source, sourced_id) })),
  );
}

/** Of student IDs, and IDs elsewhere, those that belong or belonged to an erased student. */
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

/** Like `findErasedIds` for as many IDs as there are students: the HMACs of erased ones are read, which are few. */
export async function erasedIdTest(database: Database): Promise<(id: string) => boolean> {
  const { rows } = await sql<{ hmac: string }>`
    select encode(id_hmac, 'hex') as hmac from erasure where id_hmac is not null
    union select encode(f.id_hmac, 'hex') from former_student_id f
    join student s on s.id = f.student_id and s.erased_at is not null`.execute(database);
  const erased = new Set(rows.map(({ hmac }) => hmac));
  if (erased.size === 0) return () => false;
  const hmacOf = await idHasher(database);
  return (id) => erased.has(hmacOf(id).toString('hex'));
}

interface PresentHolder {
  student_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
}

/** Of IDs that no student has, those that somebody who is here had before, with who that is. */
export async function holdersOfFormerIds(
  database: Database,
  ids: string[],
): Promise<Map<string, PresentHolder>> {
  if (ids.length === 0) return new Map();
  const hmacOf = await idHasher(database);
  const byHmac = new Map(ids.map((id) => [hmacOf(id).toString('hex'), id]));
  const { rows } = await sql<PresentHolder & { hmac: string }>`
    select encode(f.id_hmac, 'hex') as hmac, s.student_id, s.first_name, s.last_name, s.date_of_birth
    from former_student_id f join student s on s.id = f.student_id
    where f.id_hmac = ${anyOf.bytes([...byHmac.keys()].map((hmac) => Buffer.from(hmac, 'hex')))}
      and s.erased_at is null and s.archived_at is null
    order by s.id`.execute(database);
  return new Map(
    rows.flatMap(({ hmac, ...holder }): [string, PresentHolder][] => {
      const id = byHmac.get(hmac);
      return id === undefined ? [] : [[id, holder]];
    }),
  );
}
