import { can } from '#contract/permissions.ts';
import type { LetterKind } from '#contract/messages/template-kinds.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** The kinds of letters that a user makes, and therefore reads. */
export const kindsOf = ({ permissions }: CurrentUser): LetterKind[] => [
  ...(can(permissions, 'Students', 'edit') ? (['certificate'] as const) : []),
  ...(can(permissions, 'Red List Students', 'edit')
    ? (['warning_letter', 'intention_letter'] as const)
    : []),
];
