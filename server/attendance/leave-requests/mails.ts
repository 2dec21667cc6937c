import { sql } from 'kysely';
import { permissionsOf, roles, can, type Role } from '#contract/permissions.ts';
import type { LeaveRequestState } from '#contract/attendance/leave-request-states.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { addMails } from '#server/school/mail-records.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';
import { rolesNow } from '#server/school/held-now.ts';

type MailContext = Pick<AppContext, 'clock' | 'config' | 'queue'>;

/** Who has not signed in for so many days receives no mail. */
const activeDays = 100;
/** More people than decide about leaves. */
const maxDeciders = 50;
const deciders: Role[] = roles.filter((role) =>
  can(permissionsOf[role], 'Approved Leave List', 'add'),
);

/**
 * Notifies those who decide that there are requests: once an hour at most, and without a name, which
 * an erasure would not find in a mail (R-LEAVE-4).
 */
export async function mailToDeciders(trx: Database, context: MailContext): Promise<void> {
  const { clock, config } = context;
  const now = clock.now().toString();
  const { rows } = await sql<{ id: number; email: string; name: string }>`
    select u.id, u.email, u.name
    from app_user u
    join lateral (
      select a.role, a.at from audit a where a.kind = 'sign_in' and a.actor = u.email
      order by a.id desc limit 1
    ) latest on latest.role = any(${deciders}::text[])
      and latest.at > ${now}::timestamptz - make_interval(days => ${activeDays})
    where u.own_student_id is null and not exists (
      select from mail m where m.kind = 'leave-request' and m.recipient = u.email
        and m.created_at > ${now}::timestamptz - interval '1 hour')
    order by u.id limit ${maxDeciders}`.execute(trx);
  const held = await rolesNow(
    trx,
    rows.map(({ id }) => id),
    { config, now },
  );
  const still = rows.filter(({ id }) => deciders.some((role) => role === held.get(id)));
  await send(
    trx,
    context,
    still.map(({ email, name }) => ({
      recipient: email,
      paragraphs: [
        `Hello ${name},`,
        'Requests of students for leave wait for your decision:',
        `${config.publicUrl}/leave-requests`,
      ],
    })),
  );
}

/** Notifies a student that their request was decided; the word stands on their page. */
export async function mailToStudent(
  trx: Database,
  context: MailContext,
  email: string | null,
  state: Extract<LeaveRequestState, 'approved' | 'declined'>,
): Promise<void> {
  if (!email) return;
  const paragraphs = [
    'Hello,',
    `Your leave request was ${state}. What was written about it is on your page:`,
    `${context.config.publicUrl}/me`,
  ];
  await send(trx, context, [{ recipient: email.toLowerCase(), paragraphs }]);
}

async function send(
  trx: Database,
  { clock, config, queue }: MailContext,
  mails: { recipient: string; paragraphs: string[] }[],
): Promise<void> {
  const created_at = clock.now().toString();
  const ids = await addMails(
    trx,
    mails
      .filter(({ recipient }) => mayBeMailedTo(recipient, config.mailDomains))
      .map(({ recipient, paragraphs }) => ({
        kind: 'leave-request',
        recipient,
        requested_by: null,
        subject: 'Leave requests',
        body: paragraphs.join('\n\n'),
        created_at,
        made_at: created_at,
      })),
  );
  await queue.addAll(trx, ids);
}
