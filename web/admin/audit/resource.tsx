import { Text } from '@mantine/core';
import { auditEndpoints, getAuditUser, listAuditUsers } from '#contract/admin/audit.endpoints.ts';
import { auditKinds, auditTitles } from '#contract/audit-kinds.ts';
import { aboutText, whatText } from '#contract/admin/audit-about.ts';
import type { AuditLine } from '#contract/admin/audit.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { longDate, moment } from '#web/ui/format.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { About } from './About.tsx';
import { classPicker } from '#web/school/cohorts.tsx';
import { studentPicker } from '#web/school/students.tsx';
import { teacherPicker } from '#web/school/teachers.ts';
import { pickerOf } from '#web/ui/picker.ts';

export const auditResource: ResourceInfo<AuditLine> = {
  title: 'Audit log',
  singular: 'Line',
  path: '/audit',
  calls: auditEndpoints,
  permission: 'Students',
  archivable: false,
  addPath: null,
};

const userPicker = pickerOf({
  title: 'Who',
  calls: { name: 'audit-users', list: listAuditUsers, get: getAuditUser },
  label: ({ name, email }) => `${name} (${email})`,
});

export const auditFilters: FilterOf<typeof auditEndpoints.list>[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Kind',
    choices: auditKinds.map((value) => ({ value, label: auditTitles[value] })),
  },
  { kind: 'picker', name: 'user', title: 'Who', source: userPicker },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
  { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker },
  { kind: 'picker', name: 'class_schedule', title: 'Class', source: classPicker },
  { kind: 'unoffered', name: 'subject', title: 'Subject' },
  { kind: 'unoffered', name: 'classroom', title: 'Room' },
];

function resultText({ kind, status }: AuditLine): string {
  if (status === null) return 'Not answered';
  if (kind === 'refusal' || status === 403) return 'Refused';
  return status < 400 ? 'Done' : `Not done (${status})`;
}

export const auditColumns = (timeZone: string): Column<AuditLine>[] => [
  {
    id: 'at',
    title: 'When',
    text: (row) => moment(row.at, timeZone),
    ordering: 'at',
    cardHeading: (row) => (
      <>
        {whatText(row)}
        <Text size="xs" c="dimmed">
          {[moment(row.at, timeZone), row.name ?? row.actor, row.role].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    id: 'actor',
    title: 'Who',
    text: (row) => row.name ?? row.actor,
    cell: (row) => (
      <>
        {row.name ?? row.actor}
        {row.name && (
          <Text size="xs" c="dimmed">
            {[row.actor, row.role].filter(Boolean).join(' · ')}
          </Text>
        )}
      </>
    ),
    inCards: 'nowhere',
  },
  { id: 'email', title: 'E-mail', text: (row) => row.actor, onlyInFiles: true },
  { id: 'role', title: 'Role', text: (row) => row.role, onlyInFiles: true },
  { id: 'kind', title: 'Kind', text: (row) => auditTitles[row.kind], inCards: 'line' },
  { id: 'what', title: 'What', text: whatText, wraps: true, inCards: 'nowhere' },
  {
    id: 'about',
    title: 'About',
    text: (row) => aboutText(row, longDate),
    cell: (row) => <About line={row} />,
    wraps: true,
    inCards: 'filled',
  },
  { id: 'result', title: 'Result', text: resultText, inCards: 'line' },
  { id: 'request', title: 'Request', text: (row) => row.request_id, onlyInFiles: true },
];
