import { Text } from '@mantine/core';
import { auditKinds, auditTitles } from '../../../contract/audit-kinds.ts';
import type { AuditLine } from '../../../contract/audit.ts';
import type { Column } from '../../ui/list/column.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { moment } from '../../ui/names.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { studentPicker } from '../students/picker.tsx';

export const auditSection: SectionInfo = {
  title: 'Audit log',
  one: 'Line',
  path: '/audit',
  api: 'audit',
  resource: 'Students',
  neverArchived: true,
  addPath: null,
};

export const auditFilters: Filter[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  { kind: 'checkbox', name: 'kind', title: 'Kind', choices: auditKinds.map((value) => ({ value, label: auditTitles[value] })) },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
];

/** `{id: 3, fields: ["name"]}` as "id 3, fields name". */
export function aboutText(about: Record<string, unknown>): string {
  const part = (value: unknown): string =>
    Array.isArray(value) ? value.map(part).join(' ') : typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(about)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${part(value)}`)
    .join(', ');
}

function resultText({ kind, status }: AuditLine): string {
  if (status === null) return 'not answered';
  if (kind === 'refusal' || status === 403) return 'refused';
  return status < 400 ? 'done' : `not done (${status})`;
}

export const auditColumns = (timeZone: string): Column<AuditLine>[] => [
  { id: 'at', title: 'When', text: (row) => moment(row.at, timeZone), ordering: 'at' },
  {
    id: 'actor',
    title: 'Who',
    text: (row) => row.name ?? row.actor,
    cell: (row) => (
      <>
        {row.name ?? row.actor}
        {row.name && (
          <Text size="xs" c="dimmed">
            {row.actor}
          </Text>
        )}
      </>
    ),
  },
  { id: 'email', title: 'E-mail', text: (row) => row.actor, onlyInFiles: true },
  { id: 'role', title: 'Role', text: (row) => row.role },
  { id: 'kind', title: 'Kind', text: (row) => auditTitles[row.kind] },
  { id: 'what', title: 'What', text: (row) => row.what, wraps: true },
  { id: 'about', title: 'About', text: (row) => aboutText(row.about), wraps: true },
  { id: 'result', title: 'Result', text: resultText },
  { id: 'request', title: 'Request', text: (row) => row.request_id, onlyInFiles: true },
];
