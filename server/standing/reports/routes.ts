import { exportReport, listReport, listReportRolls } from '#contract/standing/reports.endpoints.ts';
import { mayFilterBy } from '#contract/filter-access.ts';
import { can } from '#contract/permissions.ts';
import type { ReportQuery, ReportScope } from '#contract/standing/reports.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { contentTypes } from '#server/platform/spreadsheet/spreadsheet.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import { fileOfReport } from './file.ts';
import type { Counted } from './meetings.ts';
import { readPeriods } from './period.ts';
import { readReport } from './queries.ts';
import { findReportRolls } from './rolls.ts';
import { ownTeacher } from '#server/school/own-teacher.ts';

type Scope = Omit<ReportScope, 'period'> &
  Pick<Partial<ReportQuery>, 'period' | 'compare' | 'compare_from' | 'compare_to'>;

/** Attendance by group and period; a teacher's own classes only (R-REPORT-1). */
export function reportRoutes(api: Api, { database, clock, settings }: AppContext): void {
  async function countedFor(scope: Scope, user: CurrentUser): Promise<Counted> {
    const today = clock.today();
    const { dates, compared } = await readPeriods(database, scope, today);
    const { subject, class_schedule, teacher, cohort, course } = scope;
    const { classroom, semester, student, weekday_hour } = scope;
    return {
      periods: compared ? [dates, compared] : [dates],
      today,
      now: localNow(clock),
      begins_on: await openRollsFrom(database, clock),
      subject,
      class_schedule,
      teacher: can(user.permissions, 'Attendance', 'teacherFilter')
        ? teacher
        : ownTeacher(teacher, user),
      cohort,
      course,
      classroom,
      semester,
      student,
      weekday_hour,
    };
  }

  implement(api, listReport, async (request) => {
    const { query, user } = request;
    const { by, search, ordering, limit, page } = query;
    assertMayGroup(by, user);
    const counted = await countedFor(query, user);
    const [dates, compared] = counted.periods;
    const found = await readReport(
      database,
      { ...counted, by, search, ordering, page: { limit, offset: (page - 1) * limit } },
      settings.current(),
    );
    return {
      ...presentList(request, query, found),
      from_date: dates?.from ?? '',
      to_date: dates?.to ?? '',
      compared: compared ?? null,
      totals: found.totals,
      begins_on: counted.begins_on,
    };
  });

  implement(api, exportReport, async ({ query, user }, reply) => {
    const { by, search, ordering, format } = query;
    assertMayGroup(by, user);
    const counted = await countedFor(query, user);
    const { rows, totals } = await readReport(
      database,
      { ...counted, by, search, ordering },
      settings.current(),
    );
    const total = { ...totals, name: 'Total', detail: null, week: null };
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="report-by-${by}.${format}"`,
      })
      .send(fileOfReport(format, by, counted.periods.length > 1, [...rows, total]));
  });

  implement(api, listReportRolls, async (request) => {
    const { query, user } = request;
    const { having, search, ordering, limit, page } = query;
    const counted = await countedFor(query, user);
    const [dates] = counted.periods;
    const found = await findReportRolls(
      database,
      { ...counted, having, search, ordering, limit, page },
      settings.current(),
    );
    return {
      ...presentList(request, query, found),
      marks: found.marks,
      from_date: dates?.from ?? '',
      to_date: dates?.to ?? '',
    };
  });
}

/** Names of cohorts are for those who may read cohorts. */
function assertMayGroup(by: string, user: CurrentUser): void {
  if (by === 'cohort' && !mayFilterBy(user.permissions, by))
    throw forbidden('Only who may read cohorts sees reports by cohort.');
}
