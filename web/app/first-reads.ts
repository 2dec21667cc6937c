import { isDate } from '../../contract/dates.ts';
import { requestOfList, shapeOfList } from '../ui/list/request.ts';
import { limits } from '../../contract/limits.ts';
import type { areas } from './areas.ts';

type Area = keyof typeof areas;

/** The lists by their addresses, and where their rows are read, below `attendance/`. */
export const listApis: Record<string, string> = {
  '/students': 'students',
  '/timetable': 'classschedule',
  '/cohort': 'cohort',
  '/specialization': 'specializations',
  '/courses': 'courses',
  '/teachers': 'teachers',
  '/subjects': 'subjects',
  '/semester': 'semesters',
  '/classroom': 'classroom',
  '/leave': 'leave',
  '/red-list-students': 'redlistedstudents',
  '/notes': 'attendance-note',
};

/** Which chunk of pages an address needs. */
export function areaOf(path: string): Area {
  if (path === '/' || path === '/dashboard' || path.startsWith('/attendance/')) return 'roll';
  return path.endsWith('/add') ? 'forms' : 'lists';
}

/** What the page at an address reads first: paths below the API's base, as its queries request them. */
export function firstReads({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  const said = Object.fromEntries(new URLSearchParams(search));
  const { id = '', date = '', teacher = '' } = said;
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const api = listApis[pathname];
  if (api !== undefined && said.show !== 'week') {
    const { path, query } = requestOfList(api, shapeOfList(said));
    return [`${path}?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))}`];
  }
  if (pathname === '/students/student-details' && isId) return [`attendance/student-details/${id}/`];
  if (pathname.startsWith('/attendance/') && isId && isDate(date))
    // The class itself is mostly in the browser already.
    return [`attendance/attendance/?class_schedule=${id}&date=${date}`];
  if (pathname === '/dashboard' && isDate(date) && /^(all|\d{1,15})$/.test(teacher)) {
    const whose = teacher === 'all' ? '' : `&teacher=${teacher}`;
    return [`attendance/classschedule/?date=${date}${whose}&limit=${limits.pickerRows}&ordering=start_time`];
  }
  return [];
}
