import { can } from '#contract/permissions.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** @throws ApiError 403 for users who may not edit pay codes: they may not choose one either. */
export function assertSetsPayCodes({ permissions }: CurrentUser): void {
  if (!can(permissions, 'Payrolls', 'edit'))
    throw forbidden('Only who may edit pay codes may set one.');
}

/** Fields and columns about the pay code of a class: only who may read pay codes learns of their changes. */
const payFields = new Set(['payroll_id', 'co_teacher_pay', 'co_payrolls']);
export const isPayField = (name: unknown): boolean =>
  typeof name === 'string' && payFields.has(name);
