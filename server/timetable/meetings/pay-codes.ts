import { can } from '#contract/permissions.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Change, Pattern, PatternChange } from './operations.ts';
import { placesOfRow } from './places.ts';

type Patterns = Pick<PatternChange, 'patterns_before' | 'patterns_after'>;

/** Users who set pay codes may also undo changes of them; others must not learn of such changes. */
export const maySetPayCodes = ({ permissions }: Pick<CurrentUser, 'permissions'>): boolean =>
  can(permissions, 'Payrolls', 'edit');

/** Whether a cover of the same teacher has another pay code. */
export function changesPayOfCovers({ before, after }: Change): boolean {
  const earlier = new Map(before.map((row) => [row.id, row]));
  return after.some((row) => {
    const was = earlier.get(row.id);
    if (was === undefined) return false;
    const earlierCovers = placesOfRow(was);
    return placesOfRow(row).some(({ teacher, cover, code }) =>
      earlierCovers.some(
        (one) => one.teacher === teacher && one.cover === cover && one.code !== code,
      ),
    );
  });
}

/** Whether a class has another pay code on some date; a further teacher who moves up takes theirs along. */
export function changesPayOfClasses({ patterns_before, patterns_after }: Patterns): boolean {
  return [...patterns_before, ...patterns_after].some((at) => {
    const [was, is] = [validAt(patterns_before, at), validAt(patterns_after, at)];
    if (was === undefined || is === undefined) return false;
    const [wasPaid, isPaid] = [codesOf(was), codesOf(is)];
    const stay = [...isPaid.keys()].filter((teacher) => wasPaid.has(teacher));
    if (stay.some((teacher) => wasPaid.get(teacher) !== isPaid.get(teacher))) return true;
    const [former, first] = [Number(was.teacher_id), Number(is.teacher_id)];
    return was.payroll_id !== is.payroll_id && !wasPaid.has(first) && !isPaid.has(former);
  });
}

/** The pay code of each teacher, by their id. */
const codesOf = (pattern: Pattern): Map<number, unknown> => {
  const own = (pattern.co_payrolls ?? {}) as Record<string, number>;
  const further = ((pattern.co_teacher_ids ?? []) as number[]).map(
    (teacher) => [teacher, own[teacher] ?? pattern.payroll_id] as const,
  );
  return new Map([[Number(pattern.teacher_id), pattern.payroll_id], ...further]);
};

/** The class's columns from a pattern's date on; patterns are in the order of their dates. */
const validAt = (patterns: Pattern[], { class_schedule_id, valid_from }: Pattern) =>
  patterns.findLast(
    (one) => one.class_schedule_id === class_schedule_id && one.valid_from <= valid_from,
  );
