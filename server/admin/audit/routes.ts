import { sql } from 'kysely';
import { aboutText } from '#contract/admin/audit-about.ts';
import type { AuditLine } from '#contract/admin/audit.ts';
import { auditKinds, type AuditKind } from '#contract/audit-kinds.ts';
import {
  auditEndpoints,
  exportAudit,
  getAuditUser,
  listAuditUsers,
} from '#contract/admin/audit.endpoints.ts';
import { can } from '#contract/permissions.ts';
import { answerLength, lengthOf, longRowsAtOnce } from '#server/platform/http/answer-size.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  whereIn,
  conditionOf,
  readOne,
  readPage,
  type ListQuery,
  type ListDefinition,
  type ResourceReader,
} from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { isPayField } from '#server/school/may-set-pay-code.ts';
import { thingOfField, withNames } from './names.ts';
import { findUsers } from './users.ts';
import {
  contentTypes,
  tableFile,
  type SheetColumn,
} from '#server/platform/spreadsheet/spreadsheet.ts';
import { contains, studentContains } from '#server/platform/resource/search.ts';

type AuditQuery = ListQuery & {
  kind?: AuditKind[];
  user?: number[];
  student?: number[];
  teacher?: number[];
  class_schedule?: number[];
  subject?: number[];
  classroom?: number[];
  from_date?: string;
  to_date?: string;
};

/** So many students of a name are looked for in the lines. */
const mostNamed = 100;

const studentsWith = (words: string[]) => sql`array(
  select to_jsonb(s.id) from student s
  where ${sql.join(
    words.map((word) => studentContains(word)),
    sql` and `,
  )} order by s.id desc limit ${mostNamed})`;

const list = (timeZone: string) =>
  ({
    table: 'audit',
    archivable: false,
    hasLongRows: true,
    joins: () => sql`left join app_user u on u.id = x.user_id`,
    // Lines of earlier versions name the pay code of a class.
    columns: () =>
      sql`
        x.id, x.at, x.kind, x.actor, u.name, x.role, x.what, x.about - 'payroll_id' as about,
        x.status, x.request_id`,
    // Lines show the names of their students, which stand in no line: a whole name is of few.
    search: (word, words) => sql`(
      ${contains(word, { texts: ['u.name', 'x.what', 'x.request_id'], addresses: ['x.actor'] })}
      or x.about -> 'student' @> any(${studentsWith([word])} || ${studentsWith(words)}))`,
    filters: ({ kind, user, student, from_date, to_date, ...of }) => [
      kind && ofKind(kind),
      whereIn('x.user_id', user),
      // One, or one of several.
      student && sql`x.about -> 'student' @> any(${student}::jsonb[])`,
      ...recordKinds.map((thing) => of[thing] && mentions(thing, of[thing])),
      from_date && sql`x.at >= (${from_date}::date::timestamp at time zone ${timeZone})`,
      to_date && sql`x.at < ((${to_date}::date + 1)::timestamp at time zone ${timeZone})`,
    ],
    sortKeys: { at: [sql`x.at`] },
  }) satisfies ListDefinition<AuditQuery>;

const recordKinds = ['teacher', 'class_schedule', 'subject', 'classroom'] as const;

/** Many lines of marks and pay name a class: without them a record is looked for in few. */
const kindsOfRecords = auditKinds.filter((kind) => kind !== 'mark' && kind !== 'pay');

/** Lines about one of these records. */
const mentions = (thing: string, ids: number[]) => sql`(
  x.kind = any(${kindsOfRecords}::text[]) and exists (
    select from jsonb_each(x.about) field
    where field.value @> any(${ids}::jsonb[]) and ${thingOfField} = ${thing}))`;

/**
 * An action that was refused by its handler (for example because of another owner) is a refusal as well.
 */
function ofKind(kind: AuditKind[]) {
  const named = kind.length === 1 ? sql`x.kind = ${kind[0]}` : sql`x.kind = any(${kind}::text[])`;
  return kind.includes('refusal') ? sql`(${named} or x.status = 403)` : named;
}

type StoredLine = Omit<AuditLine, 'names'>;

/** That a line is about a pay code is for those who may read pay codes. */
function readableBy({ permissions }: CurrentUser, line: StoredLine): StoredLine {
  const { fields, ...about } = line.about;
  if (!Array.isArray(fields) || can(permissions, 'Payrolls', 'read')) return line;
  const others = fields.filter((field) => !isPayField(field));
  return { ...line, about: others.length ? { ...about, fields: others } : about };
}

const columns: SheetColumn<AuditLine>[] = [
  {
    title: 'At (UTC)',
    kind: 'text',
    width: 22,
    value: (row) => row.at.slice(0, 19).replace('T', ' '),
  },
  { title: 'Kind', kind: 'text', value: (row) => row.kind },
  { title: 'Who', kind: 'text', width: 30, value: (row) => row.actor },
  { title: 'Role', kind: 'text', width: 10, value: (row) => row.role },
  { title: 'What', kind: 'text', width: 40, value: (row) => row.what },
  { title: 'About', kind: 'text', width: 60, value: aboutText },
  { title: 'Answer', kind: 'whole', width: 8, value: (row) => row.status },
  { title: 'Request', kind: 'text', width: 38, value: (row) => row.request_id },
  { title: 'Details (JSON)', kind: 'text', width: 40, value: (row) => JSON.stringify(row.about) },
];

/** The audit log: read by users who may delete students; read-only. */
export function auditRoutes(api: Api, { database, clock }: AppContext): void {
  const lines = list(clock.timeZone);
  const assertOrdered = <Given extends { from_date?: string; to_date?: string }>(
    query: Given,
  ): Given => {
    if (query.from_date && query.to_date && query.from_date > query.to_date)
      throw validationError('to_date', 'must be later than or equal to from_date');
    return query;
  };
  const reader: ResourceReader = {
    hasLongRows: lines.hasLongRows,
    async page(query, user) {
      const { rows, total } = await readPage<StoredLine, AuditQuery>(
        database,
        lines,
        assertOrdered(query as AuditQuery),
      );
      const add = answerLength();
      const named: AuditLine[] = [];
      for (let at = 0; at < rows.length; at += longRowsAtOnce) {
        const slice = rows.slice(at, at + longRowsAtOnce).map((line) => readableBy(user, line));
        for (const line of await withNames(database, slice)) {
          add(lengthOf(line));
          named.push(line);
        }
      }
      return { rows: named, total };
    },
    async findById(id, user) {
      const row = await readOne<StoredLine, AuditQuery>(database, lines, id, {
        search: '',
        limit: 1,
        page: 1,
        ordering: '',
        today: clock.today(),
      });
      return row && (await withNames(database, [readableBy(user, row)]))[0];
    },
  };
  registerReads(api, auditEndpoints, reader, { today: clock.today });

  implement(api, listAuditUsers, async (request) =>
    presentList(request, request.query, await findUsers(database, request.query)),
  );
  implement(api, getAuditUser, async ({ params: { id } }) => {
    const { rows } = await findUsers(database, {
      id: [id],
      search: '',
      ordering: 'name',
      limit: 1,
      page: 1,
    });
    const [found] = rows;
    if (!found) throw notFound('This user');
    return found;
  });

  implement(api, exportAudit, async ({ query: { format, ...filters }, user }, reply) => {
    const query = assertOrdered({
      ...filters,
      limit: 1,
      page: 1,
      ordering: 'at',
      today: clock.today(),
    });
    const name = `audit-${clock.today()}.${format}`;
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(tableFile(format, 'Audit log', columns, eachLine(database, lines, query, user)));
  });
}

/** A line may contain a hundred records. */
const chunk = 1000;

/**
 * Every line of the query, by id, a thousand at a time: each batch reads its names with one query for
 * each kind of record.
 */
async function* eachLine(
  database: Database,
  lines: ReturnType<typeof list>,
  query: AuditQuery,
  user: CurrentUser,
): AsyncGenerator<AuditLine> {
  for (let after = 0; ;) {
    const { rows } = await sql<StoredLine>`
      select ${lines.columns()} from audit x ${lines.joins()}
      where ${conditionOf(lines, query)} and x.id > ${after}
      order by x.id limit ${chunk}`.execute(database);
    yield* await withNames(
      database,
      rows.map((line) => readableBy(user, line)),
    );
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.id;
  }
}
