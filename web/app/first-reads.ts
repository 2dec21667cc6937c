import { isDate } from '#contract/dates.ts';
import { addressOf } from '#contract/endpoint.ts';
import { getWhoIsHere } from '#contract/attendance/building.endpoints.ts';
import { getAttendance } from '#contract/attendance/attendance.endpoints.ts';
import { holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import * as masterData from '#contract/timetable/master-data.endpoints.ts';
import { leaveEndpoints } from '#contract/attendance/leave.endpoints.ts';
import { noteEndpoints } from '#contract/attendance/notes.endpoints.ts';
import { listComputedRedList } from '#contract/standing/red-list-computed.endpoints.ts';
import { redListEndpoints } from '#contract/standing/red-list.endpoints.ts';
import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { getStudentDetails, studentEndpoints } from '#contract/people/students.endpoints.ts';
import { subjectEndpoints } from '#contract/enrolment/subjects.endpoints.ts';
import { teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { requestOfList, shapeOfList } from '../ui/list/request.ts';
import { holidaysFrom } from '#web/school/coming-holidays.ts';
import { limits } from '#contract/limits.ts';
import type { UserDetails } from '#contract/session.ts';
import type { ResourceCalls } from '../ui/resource.ts';
import type { areas } from './areas.ts';

type Area = keyof typeof areas;

/** The calls of the lists by the lists' addresses. */
export const listCalls: Record<string, ResourceCalls> = {
  ...Object.fromEntries(Object.values(masterData).map((calls) => [`/${calls.name}`, calls])),
  '/students': studentEndpoints,
  '/timetable': classScheduleEndpoints,
  '/cohort': cohortEndpoints,
  '/specialization': masterData.specializationEndpoints,
  '/teachers': teacherEndpoints,
  '/subjects': subjectEndpoints,
  '/semester': semesterEndpoints,
  '/leave': leaveEndpoints,
  '/red-list-students': { name: redListEndpoints.name, list: listComputedRedList },
  '/notes': noteEndpoints,
};

/** The chunk of pages that an address needs. */
export function areaOf(path: string): Area {
  if (
    path === '/' ||
    path === '/dashboard' ||
    path === '/todays-rolls' ||
    path.startsWith('/attendance/')
  )
    return 'roll';
  if (path === '/who-is-here') return 'building';
  return path.endsWith('/add') ? 'forms' : 'lists';
}

/** Whose classes the dashboard shows: everybody's, those of a teacher, and by default the user's own. */
const teacherOf = (chosen: string, own: number | null): string | undefined => {
  if (chosen === 'all') return undefined;
  return /^[1-9]\d{0,14}$/.test(chosen) ? chosen : (own?.toString() ?? undefined);
};

/** The classes of a date, and of a teacher. */
export const classesOn = (query: { date: string; teacher?: string | undefined }): string =>
  addressOf(
    classScheduleEndpoints.list,
    {},
    { ...query, include: 'changed', limit: limits.mostRows, ordering: 'start_time' },
  );

/** What this window knew last; what is wrong by now costs a request. */
interface LastKnown {
  /** The institute's date. */
  today: string | null;
  user: Pick<UserDetails, 'teacher_id'> | null;
}

/** The first reads of the page at an address: request addresses, as its queries send them. */
export function firstReads(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { today, user }: LastKnown,
): string[] {
  const params = Object.fromEntries(new URLSearchParams(search));
  const { id = '', date = '', teacher = '' } = params;
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const calls = listCalls[pathname];
  if (calls !== undefined && params.show !== 'week') {
    const { endpoint, query } = requestOfList(calls, shapeOfList(params));
    return [addressOf(endpoint, {}, query)];
  }
  if (pathname === '/students/student-details' && isId)
    return [addressOf(getStudentDetails, { student: id })];
  if (pathname.startsWith('/attendance/') && pathname !== '/attendance/qr' && isId && isDate(date))
    // The class itself is usually cached already.
    return [addressOf(getAttendance, {}, { class_schedule: id, date })];
  if (pathname === '/who-is-here') return [addressOf(getWhoIsHere)];
  if (pathname === '/' && isDate(date || (today ?? '')))
    return [classesOn({ date: date || (today ?? '') })];
  if (pathname === '/dashboard' && user && today !== null && isDate(date || today))
    return [
      classesOn({ date: date || today, teacher: teacherOf(teacher, user.teacher_id) }),
      addressOf(holidayEndpoints.list, {}, holidaysFrom(today)),
    ];
  return [];
}
