import { z } from 'zod';
import { idParam, listOf } from '../../../contract/fields.ts';
import { classSchedule, classScheduleQuery, teacherQuery, teacherRow } from '../../../contract/timetable.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { presentClass } from './present.ts';
import { findClasses, findTeachers } from './queries.ts';
import { numberOfDay } from './when.ts';

export function timetableRoutes(api: Api, { database, clock }: Parts): void {
  api.get('/classschedule', { schema: { querystring: classScheduleQuery, response: { 200: listOf(classSchedule) } } }, async (request) => {
    const { date, day_of_week, ...query } = request.query;
    const day = date ?? clock.today();
    const found = await findClasses(database, { ...query, day, onDay: date !== undefined, days: day_of_week?.map(numberOfDay) });
    const rows = found.rows.map((row) => presentClass(clock, row, day, date));
    return presentList(request, query, { rows, total: found.total });
  });

  const params = z.object({ id: idParam });
  api.get('/classschedule/:id', { schema: { params, response: { 200: classSchedule } } }, async ({ params: { id } }) => {
    const day = clock.today();
    const { rows } = await findClasses(database, { id: [id], day, limit: 1, page: 1 });
    if (!rows[0]) throw notFound('This class');
    return presentClass(clock, rows[0], day);
  });

  const teachers = { querystring: teacherQuery, response: { 200: listOf(teacherRow) } };
  api.get('/teachers', { schema: teachers }, async (request) => presentList(request, request.query, await findTeachers(database, request.query)));
}
