import { Button, Menu } from '@mantine/core';
import { IconEraser, IconFileZip, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { Student } from '../../../contract/student.ts';
import { api } from '../../app/api.ts';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { download, fileName } from '../../ui/export/file.ts';
import { useDownload } from '../../ui/export/useDownload.ts';
import { EraseDialog } from './EraseDialog.tsx';

/** What a student may ask the institute for: a copy of everything, and to be forgotten. */
export function PrivacyMenu({ student }: { student: Student }) {
  const may = useMay();
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const [erasing, setErasing] = useState(false);
  if (!may('Students', 'delete')) return null;
  const save = () =>
    run(async () => {
      const file = await api.blob(`attendance/student-details/${student.id}/export/`);
      download(file, fileName({ title: `student ${student.student_id}`, today }, 'zip'));
    });
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" loading={busy} leftSection={<IconShieldLock size={16} aria-hidden="true" />}>
            Privacy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileZip size={16} aria-hidden="true" />} onClick={() => void save()}>
            Everything as a file
          </Menu.Item>
          {!student.erased && (
            <Menu.Item color="red.9" leftSection={<IconEraser size={16} aria-hidden="true" />} onClick={() => setErasing(true)}>
              Erase…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {erasing && <EraseDialog student={student} close={() => setErasing(false)} />}
    </>
  );
}
