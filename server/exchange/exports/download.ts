import { PassThrough, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import type { exportAttendanceRecords } from '#contract/exchange/exports.endpoints.ts';
import { isTooLong, recordsTooLong } from '#contract/exchange/export.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { copyOut } from '#server/platform/database/copy-out.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { threadStream } from '#server/platform/jobs/thread.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { contentTypes, type FileFormat } from '#server/platform/spreadsheet/spreadsheet.ts';
import { recordOfUuid } from '#server/school/record-uuid.ts';
import { datesWithMarks, rollsByWeek, rollsQuery, type RollsQuery } from './rolls.ts';
import { rollColumns } from './sheets.ts';

/** Records with the first and the last of their dates. @throws ApiError 404 without any. */
export async function queryOfRecords(
  { database }: AppContext,
  { ids: named }: RequestBody<typeof exportAttendanceRecords>,
): Promise<RollsQuery> {
  const ids = named.map((id) => (typeof id === 'number' ? id : recordOfUuid(id)));
  const { from, to } = await database
    .selectFrom('attendance')
    .select(({ fn }) => [fn.min('date').as('from'), fn.max('date').as('to')])
    .where('id', '=', anyOf.ids(ids))
    .executeTakeFirstOrThrow();
  if (!from || !to) throw noData();
  if (isTooLong(from, to)) throw validationError('ids', recordsTooLong);
  return { from, to, records: ids };
}

/** Sends a file of rolls. @throws ApiError 404 when it would be empty. */
export async function sendRolls(
  { database, clock, readConnection }: AppContext,
  reply: FastifyReply,
  query: RollsQuery,
  format: FileFormat,
  name: string,
) {
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

const noData = () => new ApiError(404, { detail: messages.noDataFound });

/** UTF-8 with a byte order mark. */
function withHeading(lines: Readable): Readable {
  const file = new PassThrough();
  file.write(stringify([rollColumns.map(({ title }) => title)], csvOptions));
  lines.on('error', (error) => file.destroy(error));
  file.on('close', () => lines.destroy());
  return lines.pipe(file);
}
