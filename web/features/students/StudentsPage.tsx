import { Button, Menu } from '@mantine/core';
import { IconId, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Student } from '../../../contract/student.ts';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { yearChoices } from '../../ui/form/options.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { cohortPicker } from '../cohorts/section.tsx';
import { BulkExport } from './BulkExport.tsx';
import { studentColumns, studentFilters, studentSection } from './section.tsx';

const BulkUpload = lazy(() => import('./upload/BulkUpload.tsx').then((it) => ({ default: it.BulkUpload })));

const detailsOption = ({ id }: Student) => (
  <Menu.Item
    leftSection={<IconId size={16} aria-hidden="true" />}
    renderRoot={(props) => <Link {...props} to="/students/student-details" search={{ id: String(id) }} />}
  >
    Details
  </Menu.Item>
);

const isKept = ({ erased }: Student) => !erased;

export function StudentsPage() {
  const may = useMay();
  const { today } = useSession().config;
  const [uploading, setUploading] = useState(false);
  const mayCohorts = may('Cohort', 'read') || may('Enroll Student', 'read');
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'select', name: 'batch', title: 'Batch', choices: yearChoices(today) },
      ...studentFilters,
      ...(mayCohorts ? [{ kind: 'picker' as const, name: 'cohort', title: 'Cohort', source: cohortPicker }] : []),
    ],
    [today, mayCohorts],
  );
  return (
    <>
      <ResourceList
        section={studentSection}
        columns={studentColumns}
        usualOrder="student_id"
        filters={filters}
        nameOf={fullName}
        rowOptions={detailsOption}
        mayChange={isKept}
        actions={
          <>
            {may('Students', 'export') && <BulkExport />}
            {may('Students', 'bulkUpload') && (
              <Button variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setUploading(true)}>
                Bulk upload
              </Button>
            )}
          </>
        }
      />
      {uploading && (
        <Suspense>
          <BulkUpload close={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  );
}
