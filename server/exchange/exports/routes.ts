import { PassThrough, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import {
  exportAttendance,
  exportAttendanceRecords,
  mailAttendance,
  mailSpreadsheet,
  retryJob,
} from '#contract/exchange/exports.endpoints.ts';
import {
  isTooLong,
  masterExportRule,
  recordsTooLong,
  scheduleExportRule,
} from '#contract/exchange/export.ts';
import { mailTitles } from '#contract/job-states.ts';
import { messages } from '#contract/texts.ts';
import type { FieldErrors } from '#contract/resource.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { copyOut } from '#server/platform/database/copy-out.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { threadStream } from '#server/platform/jobs/thread.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { contentTypes, type FileFormat } from '#server/platform/spreadsheet/spreadsheet.ts';
import { recordOfUuid } from '#server/school/record-uuid.ts';
import { studentsReferred } from '#server/school/student-reference.ts';
import { addMail, retryMail, type ExportKind } from '#server/school/mail-records.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';
import { datesWithMarks, rollsByWeek, rollsQuery, type RollsQuery } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/** Attendance as an immediate download, and data by mail (R-EXPORT-1, R-EXPORT-3). */
export function exportRoutes(
  api: Api,
  { database, clock, config, settings, readConnection, queue }: AppContext,
): void {
  implement(api, mailSpreadsheet, async ({ body: { email }, user }, reply) => {
    assertMayBeMailedTo(email, config.mailDomains);
    const id = await requestExport('spreadsheet', {}, email, user);
    return reply.code(202).send({ id, message: `The workbook will be mailed to ${email}` });
  });

  implement(api, mailAttendance, async ({ body, user }, reply) => {
    assertNoErrors(scheduleExportRule(body));
    const { email, from_date, to_date, student_id, subject } = body;
    assertMayBeMailedTo(email, config.mailDomains);
    const query: RollsQuery = {
      from: from_date,
      to: to_date,
      ...(student_id?.length && {
        students: await studentsReferred(database, 'student_id', student_id),
      }),
      ...(subject && { subjects: [subject] }),
    };
    const id = await requestExport('schedule', query, email, user);
    return reply.code(202).send({ id, message: messages.scheduleExported });
  });

  implement(api, retryJob, async ({ params: { id }, user }, reply) => {
    const again = await inTransaction(database, async (trx) => {
      const recipient = await retryMail(trx, id, user.id);
      if (recipient === null) return false;
      assertMayBeMailedTo(recipient, config.mailDomains);
      await queue.add(trx, id);
      return true;
    });
    if (!again) throw notFound('A failed export of this number');
    queue.wake();
    return reply.code(202).send({ id, message: 'It is tried again' });
  });

  implement(api, exportAttendance, async ({ body, query: { format } }, reply) => {
    assertNoErrors(masterExportRule(body));
    const { fromDate, toDate, schedule: schedules, subject: subjects } = body;
    return send(
      reply,
      { from: fromDate, to: toDate, schedules, subjects },
      format,
      'master-export',
    );
  });

  implement(api, exportAttendanceRecords, async ({ body, query: { format } }, reply) => {
    const ids = body.ids.map((named) => (typeof named === 'number' ? named : recordOfUuid(named)));
    const dates = await sql<{ from: string | null; to: string | null }>`
      select min(date) as from, max(date) as to from attendance
      where id = any(${ids}::bigint[])`.execute(database);
    const { from, to } = oneRow(dates);
    if (!from || !to) throw noData();
    if (isTooLong(from, to)) throw validationError('ids', recordsTooLong);
    return send(reply, { from, to, records: ids }, format, 'attendance');
  });

  /** Inserts the mail and its job in one transaction, so that an accepted request is never lost. */
  async function requestExport(
    kind: ExportKind,
    query: object,
    recipient: string,
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

  async function send(reply: FastifyReply, query: RollsQuery, format: FileFormat, name: string) {
    const dates = await datesWithMarks(database, query);
    if (!dates) throw noData();
    const dated = { ...query, ...dates };
    const found = await sql<{
      some: boolean;
    }>`select exists (${rollsQuery(dated, clock.timeZone, 'typed')}) as "some"`.execute(database);
    if (!oneRow(found).some) throw noData();
    const file =
      format === 'csv'
        ? withHeading(copyOut(readConnection, database, rollsByWeek(dated, clock.timeZone, 'csv')))
        : threadStream(new URL('rolls-thread.ts', import.meta.url), {
            connection: readConnection,
            query: dated,
            timeZone: clock.timeZone,
          });
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}-${query.from}-${query.to}.${format}"`,
      })
      .send(file);
  }
}

function assertMayBeMailedTo(email: string, domains: string[]): void {
  if (!mayBeMailedTo(email, domains))
    throw validationError('email', `must be an address at ${domains.join(' or ')}`);
}

const noData = () => new ApiError(404, { detail: messages.noDataFound });

/** UTF-8 with a byte order mark. */
function withHeading(lines: Readable): Readable {
  const file = new PassThrough();
  file.write(stringify([rollColumns.map(({ title }) => title)], csvOptions));
  lines.on('error', (error) => file.destroy(error));
  file.on('close', () => lines.destroy());
  return lines.pipe(file);
}

function assertNoErrors(fieldErrors: FieldErrors): void {
  const errors = Object.entries(fieldErrors).map(([field, message]) => [field, [message]]);
  if (errors.length) throw new ApiError(400, Object.fromEntries(errors));
}
