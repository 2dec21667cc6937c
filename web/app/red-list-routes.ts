import { list } from './route-kinds.ts';

/** The pages beside the red list. */
export const redListRoutes = [
  list(
    '/red-list-students/rules',
    'Red List Students',
    'Rules of the red list',
    () => import('../features/red-list/RulesPage.tsx'),
    'RulesPage',
  ),
  list(
    '/follow-ups',
    'Red List Students',
    'Follow-ups',
    () => import('../features/follow-ups/FollowUpsPage.tsx'),
    'FollowUpsPage',
  ),
  list(
    '/follow-ups/view',
    'Red List Students',
    'Follow-up',
    () => import('../features/follow-ups/FollowUpPage.tsx'),
    'FollowUpPage',
  ),
  list(
    '/contact-hours',
    'Red List Students',
    'Contact hours',
    () => import('../features/contact-hours/ContactHoursPage.tsx'),
    'ContactHoursPage',
  ),
  list(
    '/contact-hours/student',
    'Red List Students',
    'Contact hours of a student',
    () => import('../features/contact-hours/EvidencePage.tsx'),
    'EvidencePage',
  ),
] as const;
