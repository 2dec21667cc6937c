import { checkKinds, type CheckKind, type CheckCount } from '#contract/attendance/check.ts';
import { listChecks, listFindings } from '#contract/attendance/checks.endpoints.ts';
import { can, type Permission } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { countNow, countsBefore, pageOf } from './counts.ts';

/** Checks of the data, each finding with links that fix it (R-CHECK-1). */
export function checkRoutes(api: Api, context: AppContext): void {
  implement(api, listChecks, async ({ user }) => {
    const before = await countsBefore(context);
    const results: CheckCount[] = [];
    // One after the other: nothing waits for them.
    for (const kind of checkKinds.filter((it) => maySee(user, it)))
      results.push({
        kind,
        count: await countNow(context, kind),
        before: before?.counts.get(kind) ?? null,
      });
    return {
      results,
      as_of: context.clock.now().toString(),
      compared_with: before?.day ?? null,
    };
  });

  implement(api, listFindings, async (request) => {
    const { kind, ...pages } = request.query;
    if (!maySee(request.user, kind))
      throw forbidden('You do not have permission to perform this action.');
    return presentList(request, request.query, await pageOf(context, kind, pages));
  });
}

/** What a user must be allowed to do to see the findings that name it. */
const needed: Partial<Record<CheckKind, Permission[]>> = {
  classes_without_pay_code: [['Payrolls', 'read']],
  students_without_classes: [['Students', 'read']],
  enrolments_outside_semester: [['Students', 'read']],
  duplicate_students: [['Students', 'read']],
  unused_cards: [['Students', 'read']],
  same_cards: [
    ['Students', 'read'],
    ['Teachers', 'read'],
  ],
  same_pay_codes: [['Payrolls', 'read']],
  // As for the page of mails.
  failed_mails: [['Timetables', 'export']],
};

function maySee({ permissions }: CurrentUser, kind: CheckKind): boolean {
  return (needed[kind] ?? []).every((permission) => can(permissions, ...permission));
}
