import { useCallback, useMemo } from 'react';
import type { Note } from '../../../contract/note.ts';
import { useMay, useUser } from '../../app/SessionProvider.tsx';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { isOwn, noteColumns, noteFilters, noteName, noteSection } from './section.tsx';

/** What was remembered about classes on their dates. */
export function NotesPage() {
  const may = useMay();
  const user = useUser();
  const mayTeachers = may('Teachers', 'read');
  const filters = useMemo(() => noteFilters(mayTeachers, user.teacher_id), [mayTeachers, user.teacher_id]);
  const mayChange = useCallback((note: Note) => isOwn(note, user), [user]);
  return <ResourceList section={noteSection} columns={noteColumns} usualOrder="-date" filters={filters} nameOf={noteName} mayChange={mayChange} />;
}
