import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { archiveWholeSemester } from '#contract/timetable/semesters.endpoints.ts';
import type { Semester } from '#contract/timetable/semester.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { useUndoToast } from '#web/ui/useUndoToast.tsx';
import { semesterTitle } from '#web/school/semesters.ts';

/** Archives or restores a semester with all its classes. */
export function WholeSemester({ semester, archived }: { semester: Semester; archived: boolean }) {
  const queries = useQueryClient();
  const undoToast = useUndoToast();
  const title = semesterTitle(semester);
  async function run() {
    const sure = await confirm({
      title: archived ? `Restore ${title} with its classes?` : `Archive ${title} with its classes?`,
      text: archived
        ? 'The classes that were archived together with it come back.'
        : 'The semester and all its classes leave the lists and pickers. Rolls, rates and pay stay, and it can be restored at any time.',
      yes: archived ? 'Restore' : 'Archive',
      no: 'Cancel',
    });
    if (!sure) return;
    try {
      const body = { archive: archived ? 'restore' : 'all' } as const;
      const answer = await withClashesConfirmed((confirmed) =>
        request(archiveWholeSemester, {
          params: { id: semester.id },
          body: { ...body, ...confirmed },
        }),
      );
      if (!answer) return;
      const { classes, operation } = answer;
      undoToast(
        `Semester and ${classes} ${classes === 1 ? 'class' : 'classes'} ${archived ? 'restored' : 'archived'}`,
        operation,
      );
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: ['resource'] });
  }
  const Icon = archived ? IconArchiveOff : IconArchive;
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => void run()}>
      {archived ? 'Restore with classes' : 'Archive with classes'}
    </Menu.Item>
  );
}
