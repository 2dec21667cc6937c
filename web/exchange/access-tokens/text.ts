import type { AccessTokenState } from '#contract/exchange/access-token-terms.ts';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { permissionSubjects } from '#contract/permissions.ts';

export const accessTokensKey = ['access-tokens'] as const;

export const stateTitles: Record<AccessTokenState, string> = {
  active: 'In use',
  expired: 'Expired',
  revoked: 'Revoked',
};

const actionTitles: Record<Action, string> = {
  read: 'Read',
  add: 'Add',
  edit: 'Change',
  delete: 'Delete',
  scheduleAdd: 'Add classes',
  teacherFilter: 'Classes of all teachers',
  bulkUpload: 'Upload',
  export: 'Export',
  stats: 'Figures',
};

const actionOrder = Object.keys(actionTitles);

/** Scopes by subject, in the order of the permission map: `Students` with `read`, `edit`. */
export function bySubject(
  scopes: readonly string[],
): { subject: PermissionSubject; actions: { scope: string; title: string }[] }[] {
  return permissionSubjects.flatMap((subject) => {
    const actions = scopes
      .filter((scope) => scope.startsWith(`${subject}:`))
      .map((scope) => ({ scope, action: scope.slice(subject.length + 1) }))
      .toSorted((a, b) => actionOrder.indexOf(a.action) - actionOrder.indexOf(b.action))
      .map(({ scope, action }) => ({ scope, title: titleOf(action) }));
    return actions.length > 0 ? [{ subject, actions }] : [];
  });
}

const isAction = (text: string): text is Action => Object.hasOwn(actionTitles, text);
const titleOf = (action: string): string => (isAction(action) ? actionTitles[action] : action);

/** "Students: Read, Change. Timetables: Read." */
export const scopesText = (scopes: readonly string[]): string =>
  bySubject(scopes)
    .map(({ subject, actions }) => `${subject}: ${actions.map(({ title }) => title).join(', ')}`)
    .join('; ');
