import { sql } from 'kysely';
import { teachers } from '../../../contract/teacher.ts';
import type { Api, Parts } from '../../parts.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Writing } from '../../platform/resource/writing.ts';
import { changeAddress, refuseAddresses } from './address.ts';

const listing: Listing<ListAsked & { id?: number[] }> = {
  table: 'teacher',
  columns: () => sql`x.id, x.first_name, x.last_name, x.email, x.phone`,
  search: (word) => sql`${searchable('x.first_name', 'x.last_name', 'x.email', 'x.phone')} like ${word}`,
  filters: ({ id }) => [among('x.id', id)],
  orders: {
    first_name: [sql`x.first_name collate natural_order`, sql`x.last_name collate natural_order`],
    last_name: [sql`x.last_name collate natural_order`, sql`x.first_name collate natural_order`],
    email: [sql`x.email`],
  },
};

const writing = ({ config, clock }: Parts): Writing => ({
  table: 'teacher',
  unique: { teacher_email_key: ['email'] },
  async columns(body, { trx, who, current }) {
    const { email } = body;
    if (typeof email !== 'string' || email === current?.email) return body;
    if (current) await changeAddress(trx, { current, email, who, staff: config, now: clock.now().toString() });
    else await refuseAddresses(trx, 'email', [email], who, config);
    return body;
  },
  async mayRestore(trx, rows, who) {
    // Meanwhile the address may have become an administrator's.
    const emails = rows.map((row) => String(row.email));
    await refuseAddresses(trx, 'ids', emails, who, config);
  },
  usedBy: [
    { table: 'class_schedule', column: 'teacher_id', names: ['class of the timetable', 'classes of the timetable'] },
    { table: 'subject', column: 'subject_teacher_id', names: ['subject', 'subjects'] },
    { table: 'payroll_log', column: 'teacher_id', names: ['check-in', 'check-ins'] },
    { table: 'payroll_log', column: 'class_teacher_id', names: ['check-in', 'check-ins'] },
    { table: 'attendance_note', column: 'teacher_id', names: ['note', 'notes'] },
  ],
});

/** Teachers; what they sign in with decides whose pay they see. */
export function teacherRoutes(api: Api, parts: Parts): Mounted {
  const { database, clock } = parts;
  const { today } = clock;
  return mountSection(api, teachers, readingOf(database, listing, today), writing(parts), { database, today, archiveByDelete: true });
}
