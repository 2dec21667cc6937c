import { fullName } from '#contract/person-name.ts';
import type { DemoAccount } from '#server/platform/identity/demo-page.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { required } from '#server/platform/required.ts';

/** Accounts of the demo sign-in; the two teachers belong to the demo institute. */
const demoAccounts: DemoAccount[] = [
  { email: 'grace.hall@demo.example', name: 'Grace Hall', about: 'Teacher', roles: [] },
  { email: 'omar.haddad@demo.example', name: 'Omar Haddad', about: 'Teacher', roles: [] },
  { email: 'admin@demo.example', name: 'Ada Marsh', about: 'Administrator', roles: ['admin'] },
  { email: 'account@demo.example', name: 'Leo Banks', about: 'Accounting', roles: ['account'] },
];

/**
 * The demo sign-in offers these accounts. Without the demo institute it offers none of its people, but two accounts
 * that begin another institute.
 */
export const offeredAccounts = (demo: boolean): DemoAccount[] =>
  demo
    ? demoAccounts
    : demoAccounts
        .filter(({ roles }) => roles.length > 0)
        .map((account) => ({ ...account, name: account.about, about: 'Begins your institute' }));

/** A student of the demo institute, where students sign in. */
export async function demoStudents(database: Database): Promise<DemoAccount[]> {
  const rows = await database
    .selectFrom('student')
    .select(['student_mail', 'first_name', 'last_name'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .execute();
  return rows.flatMap(({ student_mail: email, ...student }) =>
    email === null ? [] : [{ email, name: fullName(student), about: 'Student, at /me', roles: [] }],
  );
}

export const accountWith = (role: string): DemoAccount =>
  required(
    demoAccounts.find(({ roles }) => roles.includes(role)),
    `The demo account with the role ${role}`,
  );
