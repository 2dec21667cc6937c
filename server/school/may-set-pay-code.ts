import { can } from '#contract/permissions.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';

/** @throws ApiError 403 for users who may not edit pay codes: they may not choose one either. */
export function assertSetsPayCodes({ permissions }: CurrentUser): void {
  if (!can(permissions, 'Payrolls', 'edit'))
    throw forbidden('Only who may edit pay codes may set one.');
}

/** The columns of a class with pay codes, which users without Payrolls read do not see. */
export const payColumns = ['payroll_id', 'co_payrolls'];
const payFields = new Set([...payColumns, 'co_teacher_pay']);
/**
 * Whether a field or column is about the pay code of a class: only users who may read pay codes
 * learn of its changes.
 */
export const isPayField = (name: unknown): boolean =>
  typeof name === 'string' && payFields.has(name);
