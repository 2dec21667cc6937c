import type { BlockedSignIn } from '../../../contract/blocked-sign-in.ts';
import type { Column } from '../../ui/list/column.ts';
import { moment } from '../../ui/names.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const blockedSignInResource: SectionInfo = {
  title: 'Blocked sign-ins',
  one: 'Blocked sign-in',
  path: '/sign-in-blocks',
  api: 'sign-in-blocks',
  resource: 'Settings',
  neverArchived: true,
  addPath: null,
};

export const blockedSignInColumns = (timeZone: string): Column<BlockedSignIn>[] => [
  { id: 'email', title: 'E-mail', text: (row) => row.email, ordering: 'email' },
  { id: 'name', title: 'Refused account', text: (row) => row.name },
  { id: 'subject', title: 'Its identifier', text: (row) => row.subject, wraps: true },
  { id: 'role', title: 'Role it would get', text: (row) => row.role },
  { id: 'attempts', title: 'Attempts', text: (row) => row.attempts, numeric: true, ordering: 'attempts' },
  { id: 'last_at', title: 'Last attempt', text: (row) => moment(row.last_at, timeZone), ordering: 'last_at' },
  { id: 'bound_subject', title: 'Current account', text: (row) => row.bound_subject, wraps: true },
  { id: 'bound_at', title: 'Signed in first', text: (row) => moment(row.bound_at, timeZone) },
];
