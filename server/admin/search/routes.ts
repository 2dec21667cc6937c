import { findRecords as findRecordsEndpoint } from '#contract/admin/search.endpoints.ts';
import { canAny } from '#contract/permissions.ts';
import { searchGroups, searchPermissions, type SearchResult } from '#contract/admin/search.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { searchedCard } from '#server/people/index.ts';
import { nameOfDay } from '#server/school/when.ts';
import { findRecords, type ClassFound, type Found } from './queries.ts';

/** One search over all records that the caller may read. */
export function searchRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;
  implement(api, findRecordsEndpoint, async ({ query, user }) => {
    const kinds = searchGroups.filter((kind) => canAny(user.permissions, searchPermissions[kind]));
    const text = kinds.includes('students') ? await searchedCard(context, query.text) : query.text;
    return toResponse(await findRecords(database, kinds, { text, today: clock.today() }));
  });
}

const toResponse = ({
  students,
  teachers,
  classes,
  classrooms,
  cohorts,
  subjects,
}: Partial<Found>): SearchResult => ({
  students: students ?? null,
  teachers: teachers ?? null,
  classes: classes?.map(presentClass) ?? null,
  classrooms: classrooms ?? null,
  cohorts: cohorts ?? null,
  subjects: subjects ?? null,
});

const presentClass = ({
  subject_name,
  subject_code,
  day_of_week,
  room_number,
  first_name,
  last_name,
  semester,
  year,
  ...row
}: ClassFound) => ({
  ...row,
  day_of_week: nameOfDay(day_of_week),
  subject: { subject_name, subject_code },
  classroom: { room_number },
  teacher: { first_name, last_name },
  semester: { semester, year },
});
