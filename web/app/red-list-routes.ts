import { list } from './route-kinds.ts';

/** The pages beside the red list. */
export const redListRoutes = [
  list(
    '/red-list-students/rules',
    'Red List Students',
    'Rules of the red list',
    () => import('#web/standing/red-list/RulesPage.tsx'),
    'RulesPage',
  ),
  list(
    '/follow-ups',
    'Red List Students',
    'Follow-ups',
    () => import('#web/standing/follow-ups/FollowUpsPage.tsx'),
    'FollowUpsPage',
  ),
  list(
    '/follow-ups/view',
    'Red List Students',
    'Follow-up',
    () => import('#web/standing/follow-ups/FollowUpPage.tsx'),
    'FollowUpPage',
  ),
  list(
    '/contact-hours',
    'Red List Students',
    'Contact hours',
    () => import('#web/standing/contact-hours/ContactHoursPage.tsx'),
    'ContactHoursPage',
  ),
  list(
    '/contact-hours/student',
    'Red List Students',
    'Contact hours of a student',
    () => import('#web/standing/contact-hours/EvidencePage.tsx'),
    'EvidencePage',
  ),
] as const;
