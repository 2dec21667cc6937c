/** Rarely opened pages. */
export { AccessTokensPage } from '#web/features/access-tokens/AccessTokensPage.tsx';
export { WebhooksPage } from '#web/features/webhooks/WebhooksPage.tsx';
export { InboxPage } from '#web/features/exports/InboxPage.tsx';
export { ChangeHistoryPage } from '#web/features/change-history/ChangeHistoryPage.tsx';
export { ImportPage } from '#web/features/import-runs/ImportPage.tsx';
export { OperationPage } from '#web/features/change-history/OperationPage.tsx';
export { DevicesPage } from '#web/features/devices/DevicesPage.tsx';
export { MessagesPage } from '#web/features/student-messages/MessagesPage.tsx';
export { ErasureTextsPage } from '#web/features/privacy/ErasureTextsPage.tsx';
export { JobsPage } from '#web/features/exports/JobsPage.tsx';
export { PrivacyPage } from '#web/features/privacy/PrivacyPage.tsx';
export { ScheduleExportPage } from '#web/features/exports/ScheduleExportPage.tsx';
export { SetUpPage } from '#web/features/set-up/SetUpPage.tsx';
export { SupportPage } from '#web/features/support/SupportPage.tsx';
