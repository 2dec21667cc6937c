import type { DemoAccount } from '#server/platform/identity/demo-page.ts';
import { required } from '#server/platform/required.ts';

/** Accounts of the demo sign-in; the two teachers belong to the demo institute. */
export const demoAccounts: DemoAccount[] = [
  { email: 'grace.hall@demo.example', name: 'Grace Hall', about: 'Teacher', roles: [] },
  { email: 'omar.haddad@demo.example', name: 'Omar Haddad', about: 'Teacher', roles: [] },
  { email: 'admin@demo.example', name: 'Ada Marsh', about: 'Administrator', roles: ['admin'] },
  { email: 'account@demo.example', name: 'Leo Banks', about: 'Accounting', roles: ['account'] },
];

export const accountWith = (role: string): DemoAccount =>
  required(
    demoAccounts.find(({ roles }) => roles.includes(role)),
    `The demo account with the role ${role}`,
  );
