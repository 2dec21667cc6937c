import { sql } from 'kysely';
import {
  guardianLimits,
  guardianRule,
  type Guardian,
  type GuardianPatch,
  type Guardians,
  type NewGuardian,
} from '#contract/people/guardian.ts';
import { messages } from '#contract/texts.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { stopOf } from '#server/messages/index.ts';
import { deleteGuardians } from './delete.ts';
import { isOfAge } from '#server/school/guardians.ts';

const columns = sql`gu.id, gu.name, gu.relation, gu.email, gu.phone, gu.gets_messages,
  case when gu.consent_at is not null
    then json_build_object('at', gu.consent_at, 'by', consenting.name) end as consent,
  ${stopOf(sql`x.guardian_id = gu.id`)} as stopped`;
const from = sql`guardian gu left join app_user consenting on consenting.id = gu.consent_by`;

/** The guardians of a student, in the order in which they were added. */
export async function guardiansOf(
  database: Database,
  student: number,
  today: string,
): Promise<Guardians> {
  const { rows } = await sql<Guardian>`
    select ${columns} from ${from} where gu.student_id = ${student} order by gu.id`.execute(
    database,
  );
  const { of_age } = oneRow(
    await sql<{ of_age: boolean }>`
      select ${isOfAge(sql`${today}::date`)} as of_age from student s where s.id = ${student}`.execute(
      database,
    ),
  );
  return { results: rows, needs_consent: of_age };
}

async function guardianById(database: Database, id: number): Promise<Guardian> {
  const { rows } = await sql<Guardian>`select ${columns} from ${from} where gu.id = ${id}`.execute(
    database,
  );
  if (!rows[0]) throw notFound('This guardian');
  return rows[0];
}

/** Who does it, and when: a consent names both. */
export interface By {
  user: Pick<CurrentUser, 'id' | 'email'>;
  now: string;
}

const assertReachable = (values: Parameters<typeof guardianRule>[0]): void => {
  for (const [field, message] of Object.entries(guardianRule(values)))
    throw validationError(field, message);
};

export const tooManyGuardians = `A student has at most ${guardianLimits.ofStudent} guardians.`;

/** @throws ApiError 400 at `email` for messages without an address, 409 for an erased student or more than ten. */
export async function insertGuardian(
  database: Database,
  student: number,
  given: NewGuardian,
  by: By,
): Promise<Guardian> {
  const { consent, relation = null, email = null, phone = null, name, gets_messages } = given;
  assertReachable(given);
  return inFormTransaction(database, async (trx) => {
    const found = await trx
      .selectFrom('student')
      .select(['erased_at', 'merged_into'])
      .where('id', '=', student)
      .forNoKeyUpdate()
      .executeTakeFirst();
    await assertNotAboutOwn(trx, [student], by.user);
    if (found?.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
    if (found?.merged_into != null) throw new ApiError(409, { detail: messages.mergedStudent });
    const { count } = await trx
      .selectFrom('guardian')
      .select(sql<number>`count(*)`.as('count'))
      .where('student_id', '=', student)
      .executeTakeFirstOrThrow();
    if (count >= guardianLimits.ofStudent) throw new ApiError(409, { detail: tooManyGuardians });
    const { id } = await trx
      .insertInto('guardian')
      .values({
        student_id: student,
        name,
        relation,
        email,
        phone,
        gets_messages,
        consent_at: consent ? by.now : null,
        consent_by: consent ? by.user.id : null,
        created_by: by.user.id,
        created_at: by.now,
        notified_from: gets_messages ? by.now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return guardianById(trx, id);
  });
}

/** A consent keeps its moment while it stays. @throws ApiError 404, 400 at `email`. */
export async function updateGuardian(
  database: Database,
  id: number,
  { consent, ...patch }: GuardianPatch,
  by: By,
): Promise<Guardian> {
  return inFormTransaction(database, async (trx) => {
    const before = await trx
      .selectFrom('guardian')
      .select(['student_id', 'email', 'phone', 'gets_messages'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound('This guardian');
    await assertNotAboutOwn(trx, [before.student_id], by.user);
    const after = { ...before, ...patch };
    assertReachable(after);
    const set = Object.entries(patch).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value ?? null}`,
    );
    if (after.gets_messages && !before.gets_messages)
      set.push(sql`notified_from = ${by.now}::timestamptz`);
    if (consent !== undefined)
      set.push(
        sql`consent_at = ${consent ? sql`coalesce(consent_at, ${by.now}::timestamptz)` : null}`,
        sql`consent_by = ${consent ? sql`coalesce(consent_by, ${by.user.id}::bigint)` : null}`,
      );
    if (set.length > 0)
      await sql`update guardian set ${sql.join(set)} where id = ${id}`.execute(trx);
    return guardianById(trx, id);
  });
}

/** @throws ApiError 404, 403 for a guardian of the user's own student. */
export async function deleteGuardian(
  database: Database,
  id: number,
  { user, now }: By,
): Promise<void> {
  await inFormTransaction(database, async (trx) => {
    const found = await trx
      .selectFrom('guardian')
      .select('student_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw notFound('This guardian');
    await assertNotAboutOwn(trx, [found.student_id], user);
    await deleteGuardians(trx, sql`id = ${id}`, now);
  });
}

/** The student of a guardian, for the audit log. */
export async function studentOfGuardian(database: Database, id: number): Promise<number | null> {
  const found = await database
    .selectFrom('guardian')
    .select('student_id as student')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.student ?? null;
}
