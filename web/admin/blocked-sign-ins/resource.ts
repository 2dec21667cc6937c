import { blockedSignInEndpoints } from '#contract/admin/sign-in-blocks.endpoints.ts';
import type { BlockedSignIn } from '#contract/admin/blocked-sign-in.ts';
import type { Column } from '#web/ui/list/column.ts';
import { moment } from '#web/ui/format.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';

export const blockedSignInResource: ResourceInfo<BlockedSignIn> = {
  title: 'Blocked sign-ins',
  singular: 'Blocked sign-in',
  path: '/sign-in-blocks',
  calls: blockedSignInEndpoints,
  permission: 'Settings',
  archivable: false,
  addPath: null,
};

export const blockedSignInColumns = (timeZone: string): Column<BlockedSignIn>[] => [
  { id: 'email', title: 'E-mail', text: (row) => row.email, ordering: 'email' },
  { id: 'name', title: 'Refused account', text: (row) => row.name },
  { id: 'subject', title: 'Account identifier', text: (row) => row.subject, wraps: true },
  { id: 'role', title: 'Role after release', text: (row) => row.role },
  {
    id: 'attempts',
    title: 'Attempts',
    text: (row) => row.attempts,
    numeric: true,
    ordering: 'attempts',
  },
  {
    id: 'last_at',
    title: 'Last attempt',
    text: (row) => moment(row.last_at, timeZone),
    ordering: 'last_at',
  },
  { id: 'bound_subject', title: 'Current account', text: (row) => row.bound_subject, wraps: true },
  { id: 'bound_at', title: 'First sign-in', text: (row) => moment(row.bound_at, timeZone) },
];
