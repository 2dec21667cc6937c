import { listAbsences } from '#contract/standing/absences.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { periodOf } from '#server/timetable/index.ts';
import { findAbsences } from './queries.ts';
import { ownTeacher } from '#server/school/own-teacher.ts';

/** Who was absent, and whose rate is low; a teacher finds the students of their own classes. */
export function absenceRoutes(api: Api, { database, clock, settings }: AppContext): void {
  implement(api, listAbsences, async (request) => {
    const { query, user } = request;
    const { from_date, to_date, ...filters } = query;
    const today = clock.today();
    const { from, to } = periodOf(
      { from_date: from_date ?? to_date ?? today, to_date: to_date ?? from_date },
      today,
    );
    const own = can(user.permissions, 'Attendance', 'teacherFilter')
      ? {}
      : { teacher: ownTeacher(query.teacher, user) };
    const found = await findAbsences(
      database,
      { ...filters, ...own, from, to, today },
      settings.current(),
    );
    return { ...presentList(request, query, found), from_date: from, to_date: to };
  });
}
