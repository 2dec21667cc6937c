import { sql } from 'kysely';
import { specializations } from '../../../contract/specialization.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';

const listing: Listing<ListAsked & { id?: number[] }> = {
  table: 'specialization',
  columns: () => sql`x.id, x.specialization, x.specialization_code`,
  search: (word) => sql`${searchable('x.specialization', 'x.specialization_code')} like ${word}`,
  filters: ({ id }) => [among('x.id', id)],
  orders: {
    specialization: [sql`x.specialization collate natural_order`],
    specialization_code: [sql`x.specialization_code collate natural_order`],
  },
};

const writing: Writing = {
  table: 'specialization',
  unique: { specialization_specialization_code_key: ['specialization_code'] },
  usedBy: [{ table: 'subject', column: 'specialization_id', names: ['subject', 'subjects'] }],
};

export function specializationRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, specializations, readingOf(database, listing, today), writing, { database, today });
}
