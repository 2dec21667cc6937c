import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { addressHolds } from './address-holds.ts';

/** Whether an active student `s` has an address. @param email in lower case. */
export const isActiveWith = (email: string): RawBuilder<boolean> =>
  sql`lower(s.student_mail) = ${email} and s.archived_at is null`;

/** The active student of an address; none where two have it. */
const studentOf = (email: string) => sql`
  select min(s.id) as id, min(person_name(s.first_name, s.last_name)) as name
  from student s where ${isActiveWith(email)}
  having count(*) = 1`;
const noStudent = sql`select null::bigint as id, null::text as name`;

/**
 * The user, the teacher and the student of an e-mail, if they exist, and the provider's account that
 * the address is bound to.
 * @param withStudents whether students sign in.
 */
export async function findUser(
  database: Database,
  { email, issuer }: { email: string; issuer: string },
  withStudents: boolean,
) {
  const { rows } = await sql<{
    id: number | null;
    roles: string[] | null;
    teacher_id: number | null;
    teacher_name: string | null;
    student_id: number | null;
    student_name: string | null;
    account_of: number | null;
    claimed_roles: string[] | null;
    subject: string | null;
  }>`
    select u.id, u.roles, t.id as teacher_id, person_name(t.first_name, t.last_name) as teacher_name,
      own.id as student_id, own.name as student_name, u.own_student_id as account_of, u.claimed_roles,
      b.subject
    from (select 1) as one
    left join app_user u on u.email = ${email}
    left join teacher t on t.email = ${email} and t.archived_at is null
    left join (${withStudents ? studentOf(email) : noStudent}) own on true
    left join sign_in_binding b on b.user_id = u.id and b.issuer = ${issuer}`.execute(database);
  const [row] = rows;
  return row && { ...row, id: row.id ?? undefined, roles: row.roles ?? [] };
}

/** Inserts a row at the first sign-in, so that records can reference the user. */
export async function rememberUser(
  database: Database,
  email: string,
  name: string,
): Promise<number> {
  const { id } = await database
    .insertInto('app_user')
    .values({ email, name })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whose account it is, where its user is nothing but a student: the erasure of the student finds it. */
export async function rememberStudent(
  database: Database,
  user: number,
  student: number | null,
): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ own_student_id: student })
    .where('id', '=', user)
    .execute();
}

/** For access tokens, which the sign-in service gives no roles. */
export async function rememberClaimedRoles(
  database: Database,
  user: number,
  roles: string[],
): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ claimed_roles: roles.length > 0 ? roles : null })
    .where('id', '=', user)
    .execute();
}

/**
 * Binds an address to the provider's account that signs in first.
 * @returns the bound account; of two concurrent ones, the first.
 */
export async function bindSubject(
  database: Database,
  user: number,
  issuer: string,
  subject: string,
): Promise<string> {
  const bound = await database
    .insertInto('sign_in_binding')
    .values({ user_id: user, issuer, subject })
    .onConflict((both) =>
      both
        .columns(['user_id', 'issuer'])
        .doUpdateSet((is) => ({ subject: is.ref('sign_in_binding.subject') })),
    )
    .returning('subject')
    .executeTakeFirstOrThrow();
  return bound.subject;
}

interface BlockedAttempt {
  user_id: number;
  issuer: string;
  subject: string;
  name: string;
  role: Role;
  at: string;
}

/** Records a rejected account for administrators: one row per account. */
export async function recordBlocked(
  database: Database,
  { at, ...attempt }: BlockedAttempt,
): Promise<void> {
  await database
    .insertInto('blocked_sign_in')
    .values({ ...attempt, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'issuer', 'subject']).doUpdateSet({
        attempts: sql`blocked_sign_in.attempts + 1`,
        name: attempt.name,
        role: attempt.role,
        last_at: at,
      }),
    )
    .execute();
}

export interface Blocked extends Omit<BlockedAttempt, 'name' | 'at'> {
  email: string;
  /** Pay is recorded for the address. */
  paid: boolean;
  /**
   * The address has the role account: at the attempt, by the user list, or from the sign-in service.
   */
  is_account: boolean;
  /** The administrator would release their own account. */
  is_own: boolean;
}

/** Locks the blocked sign-in; undefined when there is none. @param releasing the administrator. */
export async function lockBlocked(
  trx: Database,
  id: number,
  releasing: number,
): Promise<Blocked | undefined> {
  const { rows } = await sql<Blocked>`
    select b.user_id, b.issuer, b.subject, b.role, u.email,
      exists (select from payroll_log p where p.owner_id = b.user_id) as paid,
      b.role = 'account' or ${addressHolds(sql`u.email`, ['account'])} as is_account,
      exists (
        select from sign_in_binding o where o.user_id = ${releasing} and o.issuer = b.issuer
          and o.subject = b.subject
      ) as is_own
    from blocked_sign_in b join app_user u on u.id = b.user_id
    where b.id = ${id} for update of b`.execute(trx);
  return rows[0];
}

/** Locks a user until the end of the transaction: what the user has is counted and changed by one call at a time. */
export async function lockUser(trx: Database, id: number): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Binds the address to the account; other blocked accounts of the address remain blocked. */
export async function rebind(
  trx: Database,
  { user_id, issuer, subject }: Pick<Blocked, 'user_id' | 'issuer' | 'subject'>,
): Promise<void> {
  await trx
    .updateTable('sign_in_binding')
    .set({ subject, bound_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('issuer', '=', issuer)
    .execute();
}

export async function removeBlocked(trx: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocked_sign_in')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Unbinds an address: the next account that signs in with it is bound.
 * @returns whether it was bound.
 */
export async function unbindAddress(database: Database, email: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_binding where user_id in (select id from app_user where email = ${email})
    returning 1`.execute(database);
  await sql`
    delete from blocked_sign_in
    where user_id in (select id from app_user where email = ${email})`.execute(database);
  return rows.length > 0;
}
