import { sql } from 'kysely';
import { auditExportQuery, auditLog, type AuditLine } from '../../../contract/audit.ts';
import type { AuditKind } from '../../../contract/audit-kinds.ts';
import { wrongField } from '../../platform/http/api-error.ts';
import type { Api, Parts } from '../../parts.ts';
import type { Database } from '../../platform/database/pool.ts';
import { among, conditionOf, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountReads } from '../../platform/resource/mount.ts';
import { contentTypes, tableFile, type SheetColumn } from '../../platform/spreadsheet/spreadsheet.ts';

type Asked = ListAsked & { kind?: AuditKind[]; user?: number[]; student?: number[]; from_date?: string; to_date?: string };

const listing = (timeZone: string): Listing<Asked> => ({
  table: 'audit',
  neverArchived: true,
  joins: () => sql`left join app_user u on u.id = x.user_id`,
  // Lines of earlier versions name the pay code of a class.
  columns: () => sql`x.id, x.at, x.kind, x.actor, u.name, x.role, x.what, x.about - 'payroll_id' as about, x.status, x.request_id`,
  search: (word) => sql`${searchable('x.actor', 'u.name', 'x.what', 'x.request_id')} like ${word}`,
  filters: ({ kind, user, student, from_date, to_date }) => [
    kind && ofKind(kind),
    among('x.user_id', user),
    // One, or one of several.
    student && sql`x.about -> 'student' @> any(${student}::jsonb[])`,
    from_date && sql`x.at >= (${from_date}::date::timestamp at time zone ${timeZone})`,
    to_date && sql`x.at < ((${to_date}::date + 1)::timestamp at time zone ${timeZone})`,
  ],
  orders: { at: [sql`x.at`] },
});

/** A deed that was refused while it was looked at (somebody else's row, say) is a refusal as well. */
function ofKind(kind: AuditKind[]) {
  const named = kind.length === 1 ? sql`x.kind = ${kind[0]}` : sql`x.kind = any(${kind}::text[])`;
  return kind.includes('refusal') ? sql`(${named} or x.status = 403)` : named;
}

const columns: SheetColumn<AuditLine>[] = [
  { title: 'At (UTC)', kind: 'text', width: 22, value: (row) => row.at.slice(0, 19).replace('T', ' ') },
  { title: 'Kind', kind: 'text', value: (row) => row.kind },
  { title: 'Who', kind: 'text', width: 30, value: (row) => row.actor },
  { title: 'Role', kind: 'text', width: 10, value: (row) => row.role },
  { title: 'What', kind: 'text', width: 40, value: (row) => row.what },
  { title: 'About', kind: 'text', width: 60, value: (row) => JSON.stringify(row.about) },
  { title: 'Answer', kind: 'whole', width: 8, value: (row) => row.status },
  { title: 'Request', kind: 'text', width: 38, value: (row) => row.request_id },
];

/** Who did what: read by who may delete students, changed by nobody. */
export function auditRoutes(api: Api, { database, clock }: Parts): void {
  const lines = listing(clock.timeZone);
  const ordered = <Given extends { from_date?: string; to_date?: string }>(asked: Given): Given => {
    if (asked.from_date && asked.to_date && asked.from_date > asked.to_date) throw wrongField('to_date', 'must be later than or equal to from_date');
    return asked;
  };
  const reading = readingOf<AuditLine, Asked>(database, lines, clock.today);
  mountReads(api, auditLog, { ...reading, page: (asked, who) => reading.page(ordered(asked as Asked), who) }, { database, today: clock.today });

  const file = { querystring: auditExportQuery, description: 'The audit log as CSV or an Excel workbook, the oldest line first.' };
  api.get('/audit-export', { schema: file }, async ({ query: { format, ...filters } }, reply) => {
    const asked = ordered({ ...filters, limit: 1, page: 1, ordering: 'at', today: clock.today() });
    const name = `audit-${clock.today()}.${format}`;
    return reply
      .headers({ 'content-type': contentTypes[format], 'content-disposition': `attachment; filename="${name}"` })
      .send(tableFile(format, 'Audit log', columns, eachLine(database, lines, asked)));
  });
}

const chunk = 5000;

/** Every line that is asked for, by id, a few thousand at a time. */
async function* eachLine(database: Database, lines: Listing<Asked>, asked: Asked): AsyncGenerator<AuditLine> {
  for (let after = 0; ;) {
    const { rows } = await sql<AuditLine>`
      select ${lines.columns(asked)} from audit x ${lines.joins!(asked)}
      where ${conditionOf(lines, asked)} and x.id > ${after}
      order by x.id limit ${chunk}`.execute(database);
    yield* rows;
    if (rows.length < chunk) return;
    after = rows.at(-1)!.id;
  }
}
