import type { mailAttendance } from '#contract/exchange/exports.endpoints.ts';
import { mailTitles } from '#contract/job-states.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';
import { addMail, retryMail, type ExportKind } from '#server/school/mail-records.ts';
import { studentsReferred } from '#server/school/student-reference.ts';
import type { RollsQuery } from './rolls.ts';

/** Mails the workbook of all data. @returns the number of the mail. */
export async function requestSpreadsheet(
  context: AppContext,
  email: string,
  user: CurrentUser,
): Promise<number> {
  assertMayBeMailedTo(email, context.config.mailDomains);
  return requestExport(context, { kind: 'spreadsheet', query: {}, recipient: email }, user);
}

/** Mails the attendance between two dates. @returns the number of the mail. */
export async function requestSchedule(
  context: AppContext,
  body: RequestBody<typeof mailAttendance>,
  user: CurrentUser,
): Promise<number> {
  const { email, from_date, to_date, student_id, subject } = body;
  assertMayBeMailedTo(email, context.config.mailDomains);
  const query: RollsQuery = {
    from: from_date,
    to: to_date,
    ...(student_id?.length && {
      students: await studentsReferred(context.database, 'student_id', student_id),
    }),
    ...(subject && { subjects: [subject] }),
  };
  return requestExport(context, { kind: 'schedule', query, recipient: email }, user);
}

/** Tries a failed mail again. @throws ApiError 404 */
export async function retryExport(
  { database, config, queue }: AppContext,
  id: number,
  user: CurrentUser,
): Promise<void> {
  const again = await inTransaction(database, async (trx) => {
    const recipient = await retryMail(trx, id, user.id);
    if (recipient === null) return false;
    assertMayBeMailedTo(recipient, config.mailDomains);
    await queue.add(trx, id);
    return true;
  });
  if (!again) throw notFound('A failed export of this number');
  queue.wake();
}

interface RequestedExport {
  kind: ExportKind;
  query: object;
  recipient: string;
}

/** Inserts the mail and its job in one transaction, so that an accepted request is never lost. */
async function requestExport(
  { database, clock, settings, queue }: AppContext,
  { kind, query, recipient }: RequestedExport,
  user: CurrentUser,
): Promise<number> {
  const now = clock.now().toString();
  const requester = `${user.name} (${user.email})`;
  const id = await inTransaction(database, async (trx) => {
    const added = await addMail(trx, {
      kind,
      asked: query,
      recipient,
      requested_by: user.id,
      subject: `${mailTitles[kind]}, ${clock.today()}`,
      body: `${mailTitles[kind]} of ${settings.current().title}, requested by ${requester}. The file is attached.`,
      created_at: now,
    });
    await queue.add(trx, added);
    return added;
  });
  queue.wake();
  return id;
}

function assertMayBeMailedTo(email: string, domains: string[]): void {
  if (!mayBeMailedTo(email, domains))
    throw validationError('email', `must be an address at ${domains.join(' or ')}`);
}
