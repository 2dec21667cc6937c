import type { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { Menu } from '@mantine/core';
import { IconCreditCard, IconFileExport, IconId, IconPhoto, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { yearChoices } from '#web/ui/form/options.ts';
import { offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { PageAction } from '#web/ui/PageActions.tsx';
import { fullName } from '#contract/person-name.ts';
import { MakeLettersButton } from '#web/messages/public/MakeLettersButton.ts';
import { BulkPrintCards } from '../cards/BulkPrintCards.tsx';
import { LostCardItem } from '../cards/LostCardItem.tsx';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { BulkCardStatus } from './BulkCardStatus.tsx';
import { guardianUpload } from '../guardians/upload.ts';
import { studentUpload } from './upload.ts';
import { useBulkExport } from './useBulkExport.ts';
import { studentColumns, studentFilters, studentResource } from './resource.tsx';

const BulkUpload = lazyPart(
  async () => ({ default: (await import('#web/ui/upload/BulkUpload.tsx')).BulkUpload }),
  { onFail: ({ close }) => partNotLoaded(close) },
);

const rowOptions = (student: Student) => (
  <>
    <Menu.Item
      leftSection={<IconId size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/students/student-details" search={{ id: String(student.id) }} />
      )}
    >
      Details
    </Menu.Item>
    <LostCardItem student={student} />
  </>
);

const bulkOptions = (rows: Student[], done: () => void) => (
  <>
    <BulkCardStatus students={rows} done={done} />
    <BulkPrintCards students={rows.filter(isNotErased)} done={done} />
    <MakeLettersButton
      choice={{ kind: 'certificate', students: rows.filter(isNotErased).map(({ id }) => id) }}
      done={done}
    />
  </>
);

const isNotErased = ({ erased }: Student) => !erased;

export function StudentsPage() {
  const can = useCan();
  const { today } = useSession().config;
  const { show } = useSearch({ from: '/students' });
  const navigate = useNavigate();
  const showUpload = (shown?: 'upload' | 'guardians') =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        show: shown,
      }),
      replace: true,
      resetScroll: false,
    });
  const bulkExport = useBulkExport();
  const mayEdit = can('Students', 'edit');
  const actions: PageAction[] = [
    ...(can('Students', 'export')
      ? [{ title: 'Bulk export', Icon: IconFileExport, isFrequent: true, ...bulkExport }]
      : []),
    ...(can('Students', 'bulkUpload')
      ? [
          {
            title: 'Bulk upload',
            Icon: IconUpload,
            isFrequent: true,
            onClick: () => showUpload('upload'),
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            title: 'Hand out cards',
            Icon: IconCreditCard,
            link: { to: '/students/cards' as const },
          },
          { title: 'Guardians', Icon: IconUpload, onClick: () => showUpload('guardians') },
        ]
      : []),
    ...(can('Settings', 'edit')
      ? [{ title: 'Import photos', Icon: IconPhoto, link: { to: '/import' as const } }]
      : []),
  ];
  const hasCohorts = useMayFilter()('cohort');
  const filters = useMemo<FilterOf<typeof studentEndpoints.list>[]>(
    () => [
      { kind: 'select', name: 'batch', title: 'Batch', choices: yearChoices(today) },
      ...studentFilters,
      offeredIf(hasCohorts, {
        kind: 'picker',
        name: 'cohort',
        title: 'Cohort',
        source: cohortPicker,
      }),
    ],
    [today, hasCohorts],
  );
  return (
    <>
      <ResourceList
        resource={studentResource}
        columns={studentColumns}
        defaultSort="student_id"
        filters={filters}
        nameOf={fullName}
        rowOptions={rowOptions}
        canChange={isNotErased}
        bulkOptions={can('Students', 'edit') ? bulkOptions : undefined}
        pageActions={actions}
      />
      {show === 'upload' && can('Students', 'bulkUpload') && (
        <BulkUpload kind={studentUpload} close={() => showUpload()} />
      )}
      {show === 'guardians' && can('Students', 'edit') && (
        <BulkUpload kind={guardianUpload} close={() => showUpload()} />
      )}
    </>
  );
}
