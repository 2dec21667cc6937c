import { sql } from 'kysely';
import { can } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, forbidden, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { addressHolds } from './address-holds.ts';

/** The addresses of administrators and accounts by the settings, in lower case. */
export const staffOf = ({
  adminEmails,
  accountEmails,
}: Pick<Config, 'adminEmails' | 'accountEmails'>): string[] => [...adminEmails, ...accountEmails];

/**
 * A transaction that gives students addresses waits for one that gives teachers theirs, and the other way
 * round: each reads the other's rows (R-ME-7). Students do not wait for each other.
 */
export async function lockAddresses(trx: Database, of: 'students' | 'teachers'): Promise<void> {
  const lock = of === 'students' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(hashtext('addresses of people'))`.execute(trx);
}

/**
 * Those of the addresses that are a member of staff's: of an active teacher, or with the role admin or
 * account (R-ME-7). In lower case.
 */
export async function staffAmong(
  database: Database,
  emails: readonly unknown[],
  staff: readonly string[],
): Promise<Set<string>> {
  const given = inLowerCase(emails);
  if (given.length === 0) return new Set();
  const { rows } = await sql<{ email: string }>`
    select a.email from unnest(${given}::text[]) as a(email)
    where a.email = any(${[...staff]}::text[])
      or exists (select from teacher t where t.email = a.email and t.archived_at is null)
      or ${addressHolds(sql`a.email`, ['admin', 'account'])}`.execute(database);
  return new Set(rows.map(({ email }) => email));
}

/** Those of the addresses that are an active student's (R-ME-7). In lower case. */
export async function studentsAmong(
  database: Database,
  emails: readonly unknown[],
): Promise<Set<string>> {
  const given = inLowerCase(emails);
  if (given.length === 0) return new Set();
  const { rows } = await sql<{ email: string }>`
    select a.email from unnest(${given}::text[]) as a(email)
    where exists (
      select from student s where lower(s.student_mail) = a.email and s.archived_at is null)`.execute(
    database,
  );
  return new Set(rows.map(({ email }) => email));
}

/** What a form says about an address that is somebody's in the other role. */
export interface SamePerson {
  /** `confirm_same_person` of the body. */
  confirmed: unknown;
  user: Pick<CurrentUser, 'permissions'>;
}

/**
 * One person may be staff and student: a user who edits teachers confirms it (R-ME-7). `by` is missing where nothing
 * can be confirmed: in files, undo and restoring.
 * @param found the addresses of the other role among those that are given.
 * @throws ApiError 400 at `field`, with `confirm_same_person` where the user may confirm it; 403.
 */
export function assertSamePerson(
  found: ReadonlySet<string>,
  { field, text, several, by }: { field: string; text: string; several: boolean; by?: SamePerson },
): void {
  const [first] = found;
  if (first === undefined) return;
  const refused = validationError(field, several ? `${first} ${text}` : text);
  if (!by) throw refused;
  const mayConfirm = can(by.user.permissions, 'Teachers', 'edit');
  if (by.confirmed !== true)
    throw mayConfirm
      ? new ApiError(400, { ...refused.body, confirm_same_person: [messages.samePerson] })
      : refused;
  if (!mayConfirm) throw forbidden(messages.samePersonNeedsTeachers);
}

const inLowerCase = (emails: readonly unknown[]): string[] =>
  emails.flatMap((email) => (typeof email === 'string' && email ? email.toLowerCase() : []));
