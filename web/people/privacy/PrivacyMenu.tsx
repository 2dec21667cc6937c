import { Button, Menu } from '@mantine/core';
import { IconEraser, IconFileZip, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { exportStudent } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import { requestFile } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { EraseDialog } from './EraseDialog.tsx';

/** A student's rights: a copy of all data, and erasure. */
export function PrivacyMenu({ student }: { student: Student }) {
  const can = useCan();
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const [erasing, setErasing] = useState(false);
  if (!can('Students', 'delete')) return null;
  const save = () =>
    run(async () => {
      const file = await requestFile(exportStudent, { params: { student: student.id } });
      download(file, fileName({ title: `student ${student.student_id}`, today }, 'zip'));
    });
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconShieldLock size={16} aria-hidden="true" />}
          >
            Privacy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileZip size={16} aria-hidden="true" />}
            onClick={() => void save()}
          >
            Export all data
          </Menu.Item>
          {!student.erased && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconEraser size={16} aria-hidden="true" />}
              onClick={() => setErasing(true)}
            >
              Erase…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {erasing && <EraseDialog student={student} close={() => setErasing(false)} />}
    </>
  );
}
