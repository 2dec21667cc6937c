import {
  exportEvidence,
  getEvidence,
  listContactHours,
} from '#contract/standing/contact-hours.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { latestSemester } from '#server/school/semesters.ts';
import { readEvidence, type LettersRead } from './evidence.ts';
import { findContactHours } from './list.ts';

/**
 * Contact hours of students, and the evidence for them (R-HOURS-3, R-HOURS-4).
 * @param lettersRead the letters of a student, which are stored above this domain.
 */
export function contactHourRoutes(api: Api, context: AppContext, lettersRead: LettersRead): void {
  const { database, clock, settings } = context;

  implement(api, listContactHours, async (request) => {
    const { query, user } = request;
    const today = clock.today();
    const { contact_hour_bands, excused_counts } = settings.current();
    if (query.band && !contact_hour_bands.includes(query.band))
      throw validationError('band', `must be one of ${[...contact_hour_bands, 0].join(', ')}`);
    const id = query.semester ?? (await latestSemester(database, today));
    const semester = id === null ? null : await semesterOf(database, id);
    if (query.semester !== undefined && !semester)
      throw validationError('semester', 'is not known');
    if (!semester)
      return {
        ...presentList(request, query, { rows: [], total: 0 }),
        semester: null,
        contact_hour_bands,
        bands: [],
        without_rate: 0,
      };
    const { from, to, ...shown } = semester;
    const { bands, without_rate, ...found } = await findContactHours(
      database,
      { id: semester.id, from, to, isCurrent: to >= today },
      query,
      {
        user,
        terms: { contact_hour_bands, excused_counts },
        today,
        moment: await rollMoment(database, clock),
      },
    );
    return {
      ...presentList(request, query, found),
      semester: shown,
      contact_hour_bands,
      bands,
      without_rate,
    };
  });

  implement(api, getEvidence, ({ params, query, user }) =>
    readEvidence(context, { ...params, ...query }, user, lettersRead),
  );

  implement(api, exportEvidence, ({ params, query, user }) =>
    readEvidence(context, { ...params, ...query }, user, lettersRead),
  );
}

const semesterOf = (database: Database, id: number) =>
  database
    .selectFrom('semester')
    .select([
      'id',
      'semester',
      'year',
      'batch',
      'semester_start_date as from',
      'semester_end_date as to',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
    .then((found) => found ?? null);
