import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { peopleAndPlaces } from './migrations/0001-people-and-places.ts';
import { timetable } from './migrations/0002-timetable.ts';
import { attendance } from './migrations/0003-attendance.ts';
import { demoSignIn } from './migrations/0004-demo-sign-in.ts';
import { masterData } from './migrations/0005-master-data.ts';
import { enrolmentByCohort } from './migrations/0006-enrolment-by-cohort.ts';
import { paying } from './migrations/0007-paying.ts';
import { mail } from './migrations/0008-mail.ts';
import { audit } from './migrations/0009-audit.ts';
import { privacy } from './migrations/0010-privacy.ts';
import { signInBinding } from './migrations/0011-sign-in-binding.ts';
import { payOfUsers } from './migrations/0012-pay-of-users.ts';
import { erasureAndFiles } from './migrations/0013-erasure-and-files.ts';
import { enrolmentAndRequests } from './migrations/0014-enrolment-and-requests.ts';
import type { Database } from './pool.ts';

const statements: Record<string, string> = {
  '0001-people-and-places': peopleAndPlaces,
  '0002-timetable': timetable,
  '0003-attendance': attendance,
  '0004-demo-sign-in': demoSignIn,
  '0005-master-data': masterData,
  '0006-enrolment-by-cohort': enrolmentByCohort,
  '0007-paying': paying,
  '0008-mail': mail,
  '0009-audit': audit,
  '0010-privacy': privacy,
  '0011-sign-in-binding': signInBinding,
  '0012-pay-of-users': payOfUsers,
  '0013-erasure-and-files': erasureAndFiles,
  '0014-enrolment-and-requests': enrolmentAndRequests,
};

const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statements).map(([name, text]) => [
    name,
    {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    },
  ]),
);

export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/**
 * Brings the database to this version's shape; several processes may call it at once.
 * @param target an older shape, for what was made then; the database must not be past it.
 */
export async function migrate(database: Database, target?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest();
  if (error) throw error;
}
