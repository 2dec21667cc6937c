import { useCallback, useMemo } from 'react';
import type { Note } from '#contract/attendance/note.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { isOwn, noteColumns, noteFilters, noteName, noteResource } from './resource.tsx';

/** Notes of classes on their dates. */
export function NotesPage() {
  const can = useCan();
  const user = useUser();
  const canReadTeachers = can('Teachers', 'read');
  const filters = useMemo(
    () => noteFilters(canReadTeachers, user.teacher_id),
    [canReadTeachers, user.teacher_id],
  );
  const canChange = useCallback((note: Note) => isOwn(note, user), [user]);
  return (
    <ResourceList
      resource={noteResource}
      columns={noteColumns}
      defaultSort="-date"
      filters={filters}
      nameOf={noteName}
      canChange={canChange}
    />
  );
}
