import { sql } from 'kysely';
import { can } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import type { Config } from '#server/config.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { addressHolds } from '#server/school/address-holds.ts';
import {
  assertSamePerson,
  lockAddresses,
  studentsAmong,
  type SamePerson,
} from '#server/school/one-role-addresses.ts';

type Staff = Pick<Config, 'adminEmails' | 'accountEmails'>;

/** Whether the user may decide who is paid. */
const decidesOnPay = (user: CurrentUser): boolean =>
  can(user.permissions, 'Timesheet Admin Portal', 'edit');

/**
 * A teacher signs in with their address, and its owner sees their pay. Users cannot take over a
 * teacher's address alone, only accounts may assign the address of an administrator or of
 * accounts, and a student's only for who is both (R-ME-7).
 * @throws ApiError 400 at `field`; 403.
 */
export async function assertAddressesAllowed(
  trx: Database,
  field: string,
  emails: string[],
  user: CurrentUser,
  staff: Staff,
  by?: SamePerson,
): Promise<void> {
  assertNotOwnAddress(field, emails, user);
  await lockAddresses(trx, 'teachers');
  assertSamePerson(await studentsAmong(trx, emails), {
    field,
    text: messages.addressOfStudent,
    several: emails.length > 1,
    ...(by && { by }),
  });
  if (!decidesOnPay(user) && (await someAreStaff(trx, emails, staff))) {
    throw validationError(
      field,
      'belongs to an administrator or to accounts: only accounts can make them a teacher',
    );
  }
}

function assertNotOwnAddress(field: string, emails: string[], user: CurrentUser): void {
  if (emails.includes(user.email))
    throw validationError(
      field,
      'is your own address: somebody else in accounts can make you a teacher',
    );
}

/**
 * Whether one of the addresses has the role admin or account: by the settings, the user list, or the
 * sign-in service.
 */
async function someAreStaff(
  trx: Database,
  emails: string[],
  { adminEmails, accountEmails }: Staff,
): Promise<boolean> {
  if (emails.some((email) => adminEmails.includes(email) || accountEmails.includes(email)))
    return true;
  const found = await sql<{ staff: boolean }>`
    select exists (
      select from unnest(${emails}::text[]) as address(email)
      where ${addressHolds(sql`address.email`, ['admin', 'account'])}
    ) as staff`.execute(trx);
  return oneRow(found).staff;
}

/** The address of a teacher with check-ins decides who is paid. @throws ApiError 403 */
export async function assertMayChangeAddresses(
  trx: Database,
  teachers: number[],
  user: CurrentUser,
): Promise<void> {
  if (decidesOnPay(user)) return;
  const checkIn = await trx
    .selectFrom('payroll_log')
    .select('id')
    .where('teacher_id', '=', anyOf.ids(teachers))
    .limit(1)
    .executeTakeFirst();
  if (!checkIn) return;
  const detail = 'This teacher has check-ins: only accounts can change their e-mail.';
  throw new ApiError(403, { detail, email: [detail] });
}

/**
 * Changes a teacher's address; the row is locked. Teachers with check-ins need accounts, since it
 * decides who is paid. The calendar link is deleted, since the earlier user has it, and the audit
 * log gets a line.
 * @param confirmed that a student's address is one person's (R-ME-7).
 * @throws ApiError 400 at `email`, 403.
 */
export async function changeAddress(
  trx: Database,
  {
    current,
    email,
    user,
    staff,
    now,
    confirmed,
  }: {
    current: Body;
    email: string;
    user: CurrentUser;
    staff: Staff;
    now: string;
    confirmed: unknown;
  },
): Promise<void> {
  assertNotOwnAddress('email', [email], user);
  const teacher = Number(current.id);
  await assertMayChangeAddresses(trx, [teacher], user);
  await assertAddressesAllowed(trx, 'email', [email], user, staff, { confirmed, user });
  const { numDeletedRows: links } = await trx
    .deleteFrom('calendar_link')
    .where('teacher_id', '=', teacher)
    .executeTakeFirst();
  await addLine(trx, {
    at: now,
    user_id: user.id,
    actor: user.email,
    role: user.roles[0] ?? null,
    kind: 'change',
    what: 'Address of a teacher changed',
    about: { teacher, fields: ['email'], calendar_link: links > 0n ? 'withdrawn' : 'none' },
    status: 200,
  });
}
