import {
  IconDeviceTablet,
  IconEraser,
  IconFileImport,
  IconFileSpreadsheet,
  IconFileText,
  IconHistory,
  IconInbox,
  IconKey,
  IconListNumbers,
  IconListSearch,
  IconMailForward,
  IconRosetteDiscountCheck,
  IconSend,
  IconSettings,
  IconTableExport,
  IconTemplate,
  IconUserOff,
  IconWebhook,
} from '@tabler/icons-react';
import { erasureEditors } from '#contract/people/erasure-editors.ts';
import { areas } from '../areas.ts';
import { admin, settingUp, support } from './guide.ts';
import { from, page } from './page.ts';
import { tools } from './tools.ts';

const { lists, forms, other } = areas;

const onExports = admin('reports-and-exports');
const onUndo = admin('undo-an-import');
const onAudit = admin('who-did-what');

/** Pages about exports, imports, records of changes and the institute itself. */
export const administrationPages = [
  page('/master-export', 'Master Export', {
    permission: 'Timetables',
    action: 'export',
    component: from(() => import('#web/exchange/exports/MasterExportPage.tsx'), 'MasterExportPage'),
    guide: onExports,
    tool: { group: tools.exchange, icon: IconTableExport },
    words: 'attendance csv excel xlsx pdf spreadsheet download report',
  }),
  page('/schedule-export', 'Schedule export', {
    permission: 'Timetables',
    action: 'export',
    component: from(other, 'ScheduleExportPage'),
    guide: onExports,
    tool: { group: tools.exchange, icon: IconFileSpreadsheet },
    words: 'timetable excel xlsx spreadsheet workbook download report all data mail email',
  }),
  page('/jobs', 'Exports by mail', {
    permission: 'Timetables',
    action: 'export',
    component: from(other, 'JobsPage'),
    guide: onExports,
    tool: { group: tools.exchange, icon: IconMailForward },
    words: 'email sent files waiting failed retry download',
  }),
  page('/import', 'Import', {
    permission: 'Settings',
    component: from(other, 'ImportPage'),
    guide: admin('import-another-system-s-records', 'undo-an-import'),
    tool: { group: tools.exchange, icon: IconFileImport },
    words:
      'oneroster one roster calendar icalendar ical ics xml txt asc untis gpu timetable import file sis students student information system zip excel xlsx xlsm csv tsv tab text photos pictures images',
    shortcuts: [
      {
        title: 'Export for another system',
        words: 'oneroster one roster sis zip csv download everything all data',
        params: { show: 'export' },
        permission: ['Students', 'export'],
      },
    ],
  }),
  page('/change-history', 'Change history', {
    permission: 'Settings',
    component: from(other, 'ChangeHistoryPage'),
    guide: onUndo,
    tool: { group: tools.exchange, icon: IconHistory },
    words:
      'undo import upload bulk archive enrolment transfer operations revert restore changes before after',
  }),
  page('/change-history/view', 'Recorded change', {
    permission: 'Settings',
    component: from(other, 'OperationPage'),
    guide: onUndo,
  }),
  page('/access-tokens', 'Access tokens', {
    permission: 'Settings',
    component: from(other, 'AccessTokensPage'),
    guide: admin('access-tokens-and-webhooks'),
    tool: { group: tools.exchange, icon: IconKey },
    words: 'api key program integration bearer',
  }),
  page('/webhooks', 'Webhooks', {
    permission: 'Settings',
    component: from(other, 'WebhooksPage'),
    guide: admin('access-tokens-and-webhooks'),
    tool: { group: tools.exchange, icon: IconWebhook },
    words: 'api event notification integration program',
  }),
  page('/messages', 'Messages', {
    permission: 'Settings',
    component: from(other, 'MessagesPage'),
    guide: admin('messages-about-absences'),
    tool: { group: tools.messages, icon: IconSend },
    words: 'outbox absence guardian alert sms bounced mail',
  }),
  page('/all-letters', 'Letters', {
    permission: 'Students',
    action: 'edit',
    component: from(other, 'LettersPage'),
    guide: admin('letters'),
    tool: { group: tools.messages, icon: IconFileText },
    words: 'certificate warning intention to report pdf made history',
  }),
  page('/templates', 'Templates', {
    permission: 'Settings',
    component: from(forms, 'TemplatesPage'),
    guide: admin('letters', 'messages-about-absences'),
    tool: { group: tools.messages, icon: IconTemplate },
    words: 'letters certificate warning text wording fields mail merge',
  }),
  page('/letters/verify', 'Verify a letter', {
    permission: 'Students',
    component: from(forms, 'VerifyPage'),
    guide: admin('letters'),
    tool: { group: tools.messages, icon: IconRosetteDiscountCheck },
    words: 'certificate genuine number check forged confirm',
  }),
  page('/inbox', 'Local inbox', {
    permission: 'Timetables',
    action: 'export',
    needs: 'local_inbox',
    component: from(other, 'InboxPage'),
    guide: onExports,
    tool: { group: tools.messages, icon: IconInbox },
    words: 'mail email messages letters',
  }),
  page('/settings', 'Institute settings', {
    permission: 'Settings',
    component: from(forms, 'SettingsPage'),
    guide: admin('institute-settings'),
    tool: { group: tools.institute, icon: IconSettings },
    words: 'options preferences configuration check-in checkin opens minutes late close rates',
  }),
  page('/set-up', 'Set up', {
    permission: 'Settings',
    component: from(other, 'SetUpPage'),
    guide: settingUp('before-you-begin', 'the-first-roll'),
    tool: { group: tools.institute, icon: IconListNumbers },
    words: 'setup getting started begin new institute first steps missing wizard configure',
  }),
  page('/devices', 'Devices', {
    permission: 'Settings',
    component: from(other, 'DevicesPage'),
    guide: admin('devices-at-doors'),
    tool: { group: tools.institute, icon: IconDeviceTablet },
    words: 'reader tablet door kiosk rfid key tap',
  }),
  page('/try-reader', 'Try a reader', {
    within: '/devices',
    permission: 'Settings',
    component: from(other, 'TryReaderPage'),
    guide: admin('devices-at-doors'),
    words: 'card reader test format wiegand hex decimal prefix checksum rfid tap',
  }),
  page('/audit', 'Audit log', {
    permission: 'Students',
    action: 'delete',
    component: from(lists, 'AuditPage'),
    guide: onAudit,
    tool: { group: tools.institute, icon: IconListSearch },
    words: 'history changes changed who log trail activity',
  }),
  page('/sign-in-blocks', 'Blocked sign-ins', {
    permission: 'Settings',
    component: from(lists, 'BlockedSignInsPage'),
    guide: onAudit,
    tool: { group: tools.institute, icon: IconUserOff },
    words: 'login signin account locked release unlock',
  }),
  page('/erasure-texts', 'Texts of erased students', {
    permission: erasureEditors,
    action: 'edit',
    component: from(other, 'ErasureTextsPage'),
    guide: onAudit,
    tool: { group: tools.institute, icon: IconEraser },
    words: 'privacy erasure proposals names redact',
  }),
  page('/leave-requests', 'Leave requests', {
    within: '/leave',
    permission: 'Approved Leave List',
    component: from(lists, 'LeaveRequestsPage'),
    guide: admin('leaves'),
    words: 'leave absence excused sick students ask approve decline document pending approval',
  }),
  page('/privacy-policy', 'Privacy policy', {
    component: from(other, 'PrivacyPage'),
    guide: support,
    words: 'gdpr data protection erase delete',
  }),
  page('/support', 'Support', {
    component: from(other, 'SupportPage'),
    guide: support,
    words: 'help contact problem question ill sick swap cover password',
  }),
] as const;
