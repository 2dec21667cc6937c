import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { ErasureProposal } from '#contract/people/erasure-proposal.ts';
import { can } from '#contract/permissions.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { isUser } from '#server/school/attendance.ts';
import { cellOf, textHasher } from './proposals.ts';
import {
  hasRowKey,
  proposedTexts,
  redactedText,
  rowKeyOf,
  type ProposedText,
} from './proposed-texts.ts';
import { erasedText, type Span } from './redact.ts';
import { redactCopies } from './redact-copies.ts';

interface Waiting {
  id: number;
  student_id: string;
  table_name: string;
  column_name: string;
  row_key: string;
  spans: number[];
  hmac: string;
  found_at: string;
  text: string;
}

/** Undecided texts of existing rows that the user may edit, but for those about themselves. */
function waitingTexts({ permissions, email }: CurrentUser): RawBuilder<Waiting> {
  const editable = proposedTexts.filter(({ editor: [subject, action] }) =>
    can(permissions, subject, action),
  );
  const parts = editable.map(({ table, column, about }) => {
    const isOwn = about
      ? sql`exists (select from student s where s.id = ${about} and ${isUser(email.toLowerCase())})`
      : sql`false`;
    const isOfTable = sql<boolean>`p.table_name = ${table}`;
    return sql`
      select p.id, e.student_id, p.table_name, p.column_name, p.row_key, p.spans,
        encode(p.text_hmac, 'hex') as hmac, p.found_at, t.${sql.ref(column)} as text
      from erasure_proposal p join student e on e.id = p.student_id
        join ${sql.table(table)} t on ${hasRowKey(table, sql`p.row_key`, isOfTable)}
      where ${isOfTable} and p.column_name = ${column} and p.decided_at is null
        and t.${sql.ref(column)} is not null and not ${isOwn}`;
  });
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** Texts that may name erased students, with the places (R-ERASE-1). */
export async function findProposals(
  database: Database,
  user: CurrentUser,
  pages: { limit: number; page: number },
): Promise<Page<ErasureProposal>> {
  const hmacOf = await textHasher(database);
  const { rows, total } = await readCountedPage(pages, (limit, offset) =>
    sql<Waiting & { total: number }>`
      select w.*, count(*) over () as total from ${waitingTexts(user)} w
      order by w.id limit ${limit} offset ${offset}`.execute(database),
  );
  return { total, rows: rows.map((row) => present(row, hmacOf(row.text))) };
}

function present(row: Waiting, hmac: string): ErasureProposal {
  const { id, student_id, table_name, column_name, row_key, found_at, text } = row;
  const is_changed = hmac !== row.hmac;
  return {
    id,
    student_id,
    table: table_name,
    column: column_name,
    row: row_key,
    found_at,
    text,
    is_changed,
    places: is_changed ? [] : spansOf(row),
  };
}

const spansOf = ({ spans }: Pick<Waiting, 'spans'>): Span[] =>
  spans.flatMap((start, at) => (at % 2 === 0 ? [{ start, length: spans[at + 1] ?? 0 }] : []));

/**
 * Redacts these texts, or leaves them as they are.
 * @throws ApiError 404 when a text is not waiting, or not the user's to decide; 409 when one was changed since.
 */
export async function decideProposals(
  trx: Database,
  user: CurrentUser,
  { ids, redact, now }: { ids: number[]; redact: boolean; now: string },
): Promise<void> {
  const isChosen = anyOf.ids(ids);
  await trx
    .selectFrom('erasure_proposal')
    .select('id')
    .where('id', '=', isChosen)
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<Waiting>`
    select w.* from ${waitingTexts(user)} w where w.id = any(${ids}::bigint[])`.execute(trx);
  if (rows.length < new Set(ids).size) throw notFound('This text');
  if (redact) {
    const hmacOf = await textHasher(trx);
    if (rows.some((row) => row.hmac !== hmacOf(row.text)))
      throw new ApiError(409, {
        detail:
          'A text was changed since. Read it, and change it by hand where it names the student.',
      });
    const cells = Map.groupBy(rows, (row) => cellOf(row.table_name, row.row_key, row.column_name));
    // One after the other, a hundred at most: two texts of one row may both change.
    for (const proposals of cells.values()) await redactCell(trx, proposals, hmacOf);
  }
  await trx
    .updateTable('erasure_proposal')
    .set({ decided_at: now, decided_by: user.id, is_redacted: redact })
    .where('id', '=', isChosen)
    .execute();
}

/** Redacts one text, of which proposals for several students may be confirmed at once. */
async function redactCell(
  trx: Database,
  proposals: Waiting[],
  hmacOf: (text: string) => string,
): Promise<void> {
  const [first] = proposals;
  const text = proposedTexts.find(
    ({ table, column }) => table === first?.table_name && column === first.column_name,
  );
  if (!first || !text) return;
  const { table, column } = text;
  const key = first.row_key;
  const spans = apart(proposals.flatMap(spansOf));
  const is = await freeText(trx, first, spans, text);
  await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = ${is}
    where ${rowKeyOf(table)} = ${key} and ${hasRowKey(table, sql`${key}::text`, sql`true`)}`.execute(
    trx,
  );
  const words = spans.map(({ start, length }) => first.text.slice(start, start + length));
  await redactCopies(trx, { text, key, was: first.text, is, words });
  await followOthers(trx, first, { spans, is, hmacOf, decided: proposals.map(({ id }) => id) });
}

/** The redacted text, which no other row has where no two may have the same. */
async function freeText(
  trx: Database,
  { text: was, row_key: key }: Waiting,
  spans: Span[],
  text: ProposedText,
): Promise<string> {
  const is = redactedText(was, spans, text, key);
  if (!text.isUnique) return is;
  const { rows } = await sql`
    select from ${sql.table(text.table)} t where t.${sql.ref(text.column)} = ${is} limit 1`.execute(
    trx,
  );
  return rows.length === 0 ? is : redactedText(was, spans, text, randomBytes(6).toString('hex'));
}

/** The places in order, without those within others. */
function apart(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.length - a.length)) {
    const last = found.at(-1);
    if (!last || span.start >= last.start + last.length) found.push(span);
  }
  return found;
}

/** The same text may name another erased student, whose places move. */
async function followOthers(
  trx: Database,
  { table_name, row_key, column_name, hmac }: Waiting,
  {
    spans,
    is,
    hmacOf,
    decided,
  }: {
    spans: Span[];
    is: string;
    hmacOf: (text: string) => string;
    decided: number[];
  },
): Promise<void> {
  const others = await trx
    .selectFrom('erasure_proposal')
    .select(['id', 'spans'])
    .where('table_name', '=', table_name)
    .where('row_key', '=', row_key)
    .where('column_name', '=', column_name)
    .where('decided_at', 'is', null)
    .where(sql<boolean>`text_hmac = decode(${hmac}, 'hex')`)
    .where(sql<boolean>`id <> all(${decided}::bigint[])`)
    .execute();
  const moved = others.map((other) => ({
    id: other.id,
    spans: spansOf(other).flatMap((span) => movedBy(span, spans)),
  }));
  await sql`
    update erasure_proposal p set text_hmac = decode(${hmacOf(is)}, 'hex'),
      spans = array(select jsonb_array_elements_text(m.spans)::bigint)
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(id bigint, spans jsonb)
    where p.id = m.id`.execute(trx);
}

/** Where a place is after others were replaced; nowhere when it was among them. */
function movedBy({ start, length }: Span, replaced: Span[]): number[] {
  if (replaced.some((span) => span.start < start + length && start < span.start + span.length))
    return [];
  const before = replaced.filter((span) => span.start < start);
  const by = before.reduce((sum, span) => sum + erasedText.length - span.length, 0);
  return [start + by, length];
}
