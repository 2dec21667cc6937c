/** Rarely opened pages. */
export { AccessTokensPage } from '#web/exchange/access-tokens/AccessTokensPage.tsx';
export { WebhooksPage } from '#web/exchange/webhooks/WebhooksPage.tsx';
export { InboxPage } from '#web/exchange/exports/InboxPage.tsx';
export { ChangeHistoryPage } from '#web/exchange/undo/ChangeHistoryPage.tsx';
export { ImportPage } from '#web/exchange/runs/ImportPage.tsx';
export { OperationPage } from '#web/exchange/undo/OperationPage.tsx';
export { TryReaderPage } from '#web/people/cards/try-reader/TryReaderPage.tsx';
export { DevicesPage } from '#web/attendance/devices/DevicesPage.tsx';
export { LettersPage } from '#web/messages/letters/LettersPage.tsx';
export { MessagesPage } from '#web/messages/student-messages/MessagesPage.tsx';
export { ErasureTextsPage } from '#web/people/privacy/ErasureTextsPage.tsx';
export { JobsPage } from '#web/exchange/exports/JobsPage.tsx';
export { PrivacyPage } from '#web/people/privacy/PrivacyPage.tsx';
export { ScheduleExportPage } from '#web/exchange/exports/ScheduleExportPage.tsx';
export { SetUpPage } from '#web/admin/set-up/SetUpPage.tsx';
export { SupportPage } from '#web/admin/support/SupportPage.tsx';
