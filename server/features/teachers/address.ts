import { sql } from 'kysely';
import { may } from '../../../contract/permissions.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import type { Body } from '../../platform/resource/writing.ts';
import { addLine } from '../audit/trail.ts';

type Staff = Pick<Config, 'adminEmails' | 'accountEmails'>;

/** Who may decide whose pay is whose. */
const decidesOnPay = (who: Who): boolean => may(who.permissions, 'Timesheet Admin Portal', 'edit');

/**
 * A teacher's address is what they sign in with: whoever has it sees their pay. No user takes a teacher's
 * place alone, and only accounts gives one to an administrator or to accounts.
 * @throws ApiError 400 at `field`.
 */
export async function refuseAddresses(trx: Database, field: string, emails: string[], who: Who, staff: Staff): Promise<void> {
  refuseOwn(field, emails, who);
  if (!decidesOnPay(who) && (await someAreStaff(trx, emails, staff))) {
    throw wrongField(field, 'belongs to an administrator or to accounts: only accounts can make them a teacher');
  }
}

function refuseOwn(field: string, emails: string[], who: Who): void {
  if (emails.includes(who.email)) throw wrongField(field, 'is your own address: somebody else in accounts can make you a teacher');
}

/** Admin or account by the settings, by the user list, or by their token at the latest sign-in. */
async function someAreStaff(trx: Database, emails: string[], { adminEmails, accountEmails }: Staff): Promise<boolean> {
  if (emails.some((email) => adminEmails.includes(email) || accountEmails.includes(email))) return true;
  const { rows } = await sql<{ staff: boolean }>`
    select exists (
      select from unnest(${emails}::text[]) as address(email)
      where exists (select from app_user u where u.email = address.email and u.roles && '{admin,account}')
        or (select a.role from audit a where a.kind = 'sign_in' and a.actor = address.email order by a.id desc limit 1) in ('admin', 'account')
    ) as staff`.execute(trx);
  return rows[0]!.staff;
}

/**
 * Another address for a teacher, whose row is locked: with check-ins it is for accounts to say who is paid. The calendar
 * link goes, since the earlier user has it, and the audit log says so in a line of its own.
 * @throws ApiError 400 at `email`, 403.
 */
export async function changeAddress(
  trx: Database,
  { current, email, who, staff, now }: { current: Body; email: string; who: Who; staff: Staff; now: string },
): Promise<void> {
  refuseOwn('email', [email], who);
  const teacher = Number(current.id);
  if (!decidesOnPay(who)) {
    const checkIns = await sql`select from payroll_log where teacher_id = ${teacher} limit 1`.execute(trx);
    if (checkIns.rows.length) {
      const detail = 'This teacher has check-ins: only accounts can change their e-mail.';
      throw new ApiError(403, { detail, email: [detail] });
    }
  }
  await refuseAddresses(trx, 'email', [email], who, staff);
  const link = await sql`delete from calendar_link where teacher_id = ${teacher} returning teacher_id`.execute(trx);
  await addLine(trx, {
    at: now,
    user_id: who.id,
    actor: who.email,
    role: who.roles[0] ?? null,
    kind: 'change',
    what: 'Address of a teacher changed',
    about: { teacher, fields: ['email'], calendar_link: link.rows.length ? 'withdrawn' : 'none' },
    status: 200,
  });
}
