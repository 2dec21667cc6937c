import type { DemoAccount } from '../../platform/identity/demo-page.ts';

/** Who the demo sign-in offers; the two teachers are in the demo institute. */
export const demoAccounts: DemoAccount[] = [
  { email: 'grace.hall@demo.example', name: 'Grace Hall', about: 'Teacher', roles: [] },
  { email: 'omar.haddad@demo.example', name: 'Omar Haddad', about: 'Teacher', roles: [] },
  { email: 'admin@demo.example', name: 'Ada Marsh', about: 'Administrator', roles: ['admin'] },
  { email: 'account@demo.example', name: 'Leo Banks', about: 'Accounting', roles: ['account'] },
];
