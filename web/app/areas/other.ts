/** Pages that are seldom opened. */
export { InboxPage } from '../../features/exports/InboxPage.tsx';
export { JobsPage } from '../../features/exports/JobsPage.tsx';
export { PrivacyPage } from '../../features/privacy/PrivacyPage.tsx';
export { ScheduleExportPage } from '../../features/exports/ScheduleExportPage.tsx';
export { SupportPage } from '../../features/support/SupportPage.tsx';
