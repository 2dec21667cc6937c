import { checkKinds, maxFindings, type CheckKind, type Finding } from '#contract/check.ts';
import { listChecks, listFindings } from '#contract/endpoints/checks.ts';
import { can, type PermissionSubject } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList, type Page } from '#server/platform/http/lists.ts';
import { findOpenRolls } from '../attendance/open-rolls.ts';
import { openRollsFrom } from '../attendance/open-rolls-from.ts';
import { periodOf } from '../timetable/period.ts';
import { countOf, dayOf, findingsOf, type Pages } from './queries.ts';

/** Checks of the data, each finding with links that fix it (R-CHECK-1). */
export function checkRoutes(api: Api, { database, clock }: AppContext): void {
  async function openRolls(pages: Pages): Promise<Page<Finding>> {
    const today = clock.today();
    const begins = await openRollsFrom(database, clock);
    const { from, to } = periodOf({}, today);
    const found = await findOpenRolls(database, clock, {
      ...pages,
      from: begins !== null && begins > from ? begins : from,
      to,
      search: '',
      ordering: '-date',
    });
    return {
      total: found.total,
      rows: found.rows.map(
        ({ id, class_schedule, date, start_time, subject, teacher, ...row }) => ({
          key: String(id),
          class_schedule: {
            id: class_schedule,
            ...subject,
            day_of_week: dayOf(date),
            start_time,
            teacher: `${teacher.first_name} ${teacher.last_name}`,
          },
          date,
          student: null,
          other: null,
          count: row.number_of_students - row.marked,
        }),
      ),
    };
  }

  implement(api, listChecks, async ({ user }) => {
    const results: { kind: CheckKind; count: number }[] = [];
    // One after the other: nothing waits for them.
    for (const kind of checkKinds.filter((it) => maySee(user, it))) {
      const count =
        kind === 'rolls_not_taken'
          ? (await openRolls({ limit: 1, page: 1 })).total
          : await countOf(database, kind, clock.today());
      results.push({ kind, count: Math.min(count, maxFindings) });
    }
    return { results };
  });

  implement(api, listFindings, async (request) => {
    const { kind, ...pages } = request.query;
    if (!maySee(request.user, kind))
      throw forbidden('You do not have permission to perform this action.');
    const found =
      kind === 'rolls_not_taken'
        ? await openRolls(pages)
        : await findingsOf(database, kind, clock.today(), pages);
    return presentList(request, request.query, found);
  });
}

/** What a user must be allowed to read to see the findings that name it. */
const needed: Partial<Record<CheckKind, PermissionSubject>> = {
  classes_without_pay_code: 'Payrolls',
  students_without_classes: 'Students',
  enrolments_outside_semester: 'Students',
  duplicate_students: 'Students',
  unused_cards: 'Students',
};

function maySee({ permissions }: CurrentUser, kind: CheckKind): boolean {
  const subject = needed[kind];
  return subject === undefined || can(permissions, subject, 'read');
}
