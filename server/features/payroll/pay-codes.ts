import { sql } from 'kysely';
import { payCodes } from '../../../contract/pay-code.ts';
import { centsOf, decimalOf } from '../../../contract/money.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

interface Row {
  id: number;
  amount_cents: number;
}

const listing: Listing<ListAsked & { id?: number[]; paycode_type?: string[] }> = {
  table: 'pay_code',
  columns: () => sql`x.id, x.paycode, x.amount_cents, x.paycode_type, x.details`,
  search: (word) => sql`${searchable('x.paycode', 'x.details')} like ${word}`,
  filters: ({ id, paycode_type }) => [among('x.id', id), paycode_type && sql`x.paycode_type = any(${paycode_type}::text[])`],
  orders: {
    paycode: [sql`x.paycode collate natural_order`],
    amount: [sql`x.amount_cents`],
    paycode_type: [sql`x.paycode_type`],
  },
};

/** Cents inside, a decimal with two places outside. */
const present = ({ amount_cents, ...row }: Row) => ({ ...row, amount: decimalOf(amount_cents) });

const writing: Writing = {
  table: 'pay_code',
  columns: ({ amount, ...body }) => ({ ...body, ...(typeof amount === 'string' && { amount_cents: centsOf(amount) }) }),
  unique: { pay_code_paycode_key: ['paycode'] },
  usedBy: [
    { table: 'class_schedule', column: 'payroll_id', names: ['class of the timetable', 'classes of the timetable'] },
    { table: 'payroll_log', column: 'pay_code_id', names: ['check-in', 'check-ins'] },
  ],
};

export function payCodeRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, payCodes, readingOf(database, listing, today, present), writing, { database, today });
}
