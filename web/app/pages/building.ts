import { IconUrgent } from '@tabler/icons-react';
import { areas } from '../areas.ts';
import { admin, byRole, teacher } from './guide.ts';
import { from, page } from './page.ts';
import { tools } from './tools.ts';

const onRecords = admin('who-is-here');

/** Pages about who is in the building, and its roll calls. */
export const buildingPages = [
  page('/who-is-here', 'Who is here', {
    permission: 'Attendance',
    needs: 'teachers_see_building',
    orMay: ['Attendance', 'teacherFilter'],
    component: from(areas.building, 'WhoIsHerePage'),
    guide: byRole(teacher('who-is-here'), admin('who-is-here')),
    tool: { group: tools.institute, icon: IconUrgent },
    words: 'fire drill evacuation emergency roll call building present now missing accounted',
  }),
  page('/who-is-here/roll-calls', 'Roll calls of the building', {
    permission: 'Attendance',
    action: 'teacherFilter',
    component: from(
      () => import('#web/attendance/building/records/RollCallsPage.tsx'),
      'RollCallsPage',
    ),
    guide: onRecords,
    words: 'fire drill evacuation emergency roll call records history building',
    searchedAs: 'Drills and emergencies',
  }),
  page('/who-is-here/roll-call', 'Roll call of the building', {
    permission: 'Attendance',
    action: 'teacherFilter',
    component: from(
      () => import('#web/attendance/building/records/RollCallPage.tsx'),
      'RollCallPage',
    ),
    guide: onRecords,
  }),
] as const;
