import { PassThrough, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  attendanceExport,
  exportAccepted,
  exportFormat,
  masterExport,
  masterExportRule,
  scheduleExport,
  scheduleExportRule,
  spreadsheetExport,
} from '../../../contract/export.ts';
import { idParam } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import type { RuleFaults } from '../../../contract/section.ts';
import type { Api, Parts } from '../../parts.ts';
import { copyOut } from '../../platform/database/copy-out.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { threadStream } from '../../platform/jobs/thread.ts';
import { csvOptions } from '../../platform/spreadsheet/csv.ts';
import { contentTypes, type FileFormat } from '../../platform/spreadsheet/spreadsheet.ts';
import { recordOfUuid } from '../attendance/record-uuid.ts';
import { studentsReferred } from '../students/reference.ts';
import { addMail, exportTitles, retryMail, type ExportKind } from './mail-records.ts';
import { datesWithMarks, rollsByWeek, rollsQuery, type RollsAsked } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/** Attendance as a file at once, and data by mail (spec §7). */
export function exportRoutes(api: Api, { database, clock, config, reading, queue }: Parts): void {
  const accepted = { 202: exportAccepted };

  api.post('/spreadsheet-export', { schema: { body: spreadsheetExport, response: accepted } }, async ({ body: { email }, who }, reply) => {
    assertMayBeMailedTo(email, config.mailDomains);
    const id = await order('spreadsheet', {}, email, who);
    return reply.code(202).send({ id, message: `The workbook will be mailed to ${email}` });
  });

  const schedule = { body: scheduleExport, response: accepted };
  api.post('/attendance-export/export_attendance', { schema: schedule }, async ({ body, who }, reply) => {
    refuse(scheduleExportRule(body));
    const { email, from_date, to_date, student_id, subject } = body;
    assertMayBeMailedTo(email, config.mailDomains);
    const asked: RollsAsked = {
      from: from_date,
      to: to_date,
      ...(student_id?.length && { students: await studentsReferred(database, 'student_id', student_id) }),
      ...(subject && { subjects: [subject] }),
    };
    const id = await order('schedule', asked, email, who);
    return reply.code(202).send({ id, message: messages.scheduleExported });
  });

  const params = z.object({ id: idParam });
  api.post('/jobs/:id/retry', { schema: { params, response: accepted } }, async ({ params: { id } }, reply) => {
    const again = await inTransaction(database, async (trx) => {
      const recipient = await retryMail(trx, id);
      if (recipient === null) return false;
      assertMayBeMailedTo(recipient, config.mailDomains);
      await queue.add(trx, id);
      return true;
    });
    if (!again) throw notFound('A failed export of this number');
    queue.wake();
    return reply.code(202).send({ id, message: 'It is tried again' });
  });

  const master = { body: masterExport, querystring: exportFormat, description: 'CSV or an Excel workbook, streamed; 404 when there is no data.' };
  api.post('/master-export', { schema: master }, async ({ body, query: { format } }, reply) => {
    refuse(masterExportRule(body));
    const { fromDate, toDate, schedule: schedules, subject: subjects } = body;
    return send(reply, { from: fromDate, to: toDate, schedules, subjects }, format, 'master-export');
  });

  const bulk = { body: attendanceExport, querystring: exportFormat, description: 'The same for given records of attendance.' };
  api.post('/bulk-attendance-export', { schema: bulk }, async ({ body, query: { format } }, reply) => {
    const ids = body.ids.map((named) => (typeof named === 'number' ? named : recordOfUuid(named)));
    const { rows } = await sql<{ from: string | null; to: string | null }>`
      select min(date) as from, max(date) as to from attendance where id = any(${ids}::bigint[])`.execute(database);
    const { from, to } = rows[0]!;
    if (!from || !to) throw noData();
    return send(reply, { from, to, records: ids }, format, 'attendance');
  });

  /** Written down together with its job, so that an answered request is never forgotten. */
  async function order(kind: ExportKind, asked: object, recipient: string, who: Who): Promise<number> {
    const now = clock.now().toString();
    const id = await inTransaction(database, async (trx) => {
      const added = await addMail(trx, {
        kind,
        asked,
        recipient,
        requested_by: who.id,
        subject: `${exportTitles[kind]}, ${clock.today()}`,
        body: `${exportTitles[kind]} of ${config.title}, asked for by ${who.name} (${who.email}). The file is attached.`,
        created_at: now,
      });
      await queue.add(trx, added);
      return added;
    });
    queue.wake();
    return id;
  }

  async function send(reply: FastifyReply, asked: RollsAsked, format: FileFormat, name: string) {
    const dates = await datesWithMarks(database, asked);
    if (!dates) throw noData();
    const dated = { ...asked, ...dates };
    const found = await sql<{ some: boolean }>`select exists (${rollsQuery(dated, clock.timeZone, 'typed')}) as "some"`.execute(database);
    if (!found.rows[0]!.some) throw noData();
    const file =
      format === 'csv'
        ? withHeading(copyOut(reading, database, rollsByWeek(dated, clock.timeZone, 'csv')))
        : threadStream(new URL('rolls-thread.ts', import.meta.url), { connection: reading, asked: dated, timeZone: clock.timeZone });
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}-${asked.from}-${asked.to}.${format}"`,
      })
      .send(file);
  }
}

/** Data leave for the institute's own domains, where the operator has named them. */
function assertMayBeMailedTo(email: string, domains: string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length && !domains.includes(domain)) throw wrongField('email', `must be an address at ${domains.join(' or ')}`);
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

function refuse(faults: RuleFaults): void {
  const told = Object.entries(faults).map(([field, message]) => [field, [message]]);
  if (told.length) throw new ApiError(400, Object.fromEntries(told));
}
