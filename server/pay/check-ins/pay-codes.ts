import { sql } from 'kysely';
import { payCodeEndpoints } from '#contract/pay/pay-codes.endpoints.ts';
import { centsOf, decimalOf } from '#contract/pay/money.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';
import { contains } from '#server/platform/resource/search.ts';

interface Row {
  id: number;
  amount_cents: number;
}

const list: ListDefinition<ListQuery & { id?: number[]; paycode_type?: string[] }> = {
  table: 'pay_code',
  columns: () => sql`x.id, x.paycode, x.amount_cents, x.paycode_type, x.details,
    (select count(*)::int from class_schedule c where c.payroll_id = x.id and c.archived_at is null)
      as classes`,
  search: (word) => contains(word, ['x.paycode', 'x.details']),
  filters: ({ id, paycode_type }) => [
    whereIn('x.id', id),
    paycode_type && sql`x.paycode_type = any(${paycode_type}::text[])`,
  ],
  sortKeys: {
    paycode: [sql`x.paycode collate natural_order`],
    amount: [sql`x.amount_cents`],
    paycode_type: [sql`x.paycode_type`],
  },
};

/** Amounts are cents in the database and decimals with two places in the API. */
const toResponse = ({ amount_cents, ...row }: Row) => ({ ...row, amount: decimalOf(amount_cents) });

const writer: ResourceWriter = {
  table: 'pay_code',
  toColumns: ({ amount, ...body }) => ({
    ...body,
    ...(typeof amount === 'string' && { amount_cents: centsOf(amount) }),
  }),
  unique: {
    pay_code_paycode_key: ['paycode'],
    pay_code_key_form: ['paycode', undefined, sameKeyForm('paycode')],
  },
  referencedBy: [
    {
      table: 'class_schedule',
      column: 'payroll_id',
      names: ['class of the timetable', 'classes of the timetable'],
    },
    // Also those that a class has from a later date on, or had before.
    {
      table: 'class_schedule_pattern',
      column: 'payroll_id',
      names: ['time of a class', 'times of classes'],
    },
    {
      table: 'pattern_co_teacher',
      column: 'payroll_id',
      names: ['time of a class', 'times of classes'],
    },
    { table: 'class_meeting', column: 'cover_payroll_id', names: ['cover', 'covers'] },
    { table: 'meeting_co_teacher', column: 'cover_payroll_id', names: ['cover', 'covers'] },
    { table: 'payroll_log', column: 'pay_code_id', names: ['check-in', 'check-ins'] },
  ],
};

export function payCodeRoutes(api: Api, { database, clock }: AppContext): RegisteredResource {
  const { today } = clock;
  return registerResource(
    api,
    payCodeEndpoints,
    createReader(database, list, today, toResponse),
    writer,
    { database, clock },
  );
}
