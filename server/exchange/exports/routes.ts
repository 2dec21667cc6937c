import {
  exportAttendance,
  exportAttendanceRecords,
  mailAttendance,
  mailSpreadsheet,
  retryJob,
} from '#contract/exchange/exports.endpoints.ts';
import { masterExportRule, scheduleExportRule } from '#contract/exchange/export.ts';
import type { FieldErrors } from '#contract/resource.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { queryOfRecords, sendRolls } from './download.ts';
import { requestSchedule, requestSpreadsheet, retryExport } from './mail-requests.ts';

/** Attendance as an immediate download, and data by mail (R-EXPORT-1, R-EXPORT-3). */
export function exportRoutes(api: Api, context: AppContext): void {
  implement(api, mailSpreadsheet, async ({ body: { email }, user }, reply) => {
    const id = await requestSpreadsheet(context, email, user);
    return reply.code(202).send({ id, message: `The workbook will be mailed to ${email}` });
  });
  implement(api, mailAttendance, async ({ body, user }, reply) => {
    assertNoErrors(scheduleExportRule(body));
    const id = await requestSchedule(context, body, user);
    return reply.code(202).send({ id, message: messages.scheduleExported });
  });
  implement(api, retryJob, async ({ params: { id }, user }, reply) => {
    await retryExport(context, id, user);
    return reply.code(202).send({ id, message: 'It is tried again' });
  });
  implement(api, exportAttendance, async ({ body, query: { format } }, reply) => {
    assertNoErrors(masterExportRule(body));
    const { fromDate, toDate, schedule: schedules, subject: subjects } = body;
    const query = { from: fromDate, to: toDate, schedules, subjects };
    return sendRolls(context, reply, query, format, 'master-export');
  });
  implement(api, exportAttendanceRecords, async ({ body, query: { format } }, reply) =>
    sendRolls(context, reply, await queryOfRecords(context, body), format, 'attendance'),
  );
}

function assertNoErrors(fieldErrors: FieldErrors): void {
  const errors = Object.entries(fieldErrors).map(([field, message]) => [field, [message]]);
  if (errors.length) throw new ApiError(400, Object.fromEntries(errors));
}
