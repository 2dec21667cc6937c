import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ClashesPart } from './ClashesPart.tsx';
import { RoomsPart } from './RoomsPart.tsx';
import { partOf, type HealthPart, type HealthSearch } from './search.ts';
import { StudentsPart } from './StudentsPart.tsx';
import { TeachersPart } from './TeachersPart.tsx';

const parts: Record<HealthPart, typeof ClashesPart> = {
  clashes: ClashesPart,
  teachers: TeachersPart,
  students: StudentsPart,
  rooms: RoomsPart,
};

/** Problems of a timetable, and the use of its rooms (R-HEALTH-1). */
export function TimetableHealthPage() {
  const search: HealthSearch = useSearch({ from: '/timetable/health' });
  const queries = useQueryClient();
  const part = partOf(search);
  // A user who comes back may have fixed findings.
  useEffect(
    () => () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[1]).startsWith('health-'),
        refetchType: 'none',
      }),
    [queries],
  );
  const Part = parts[part];
  // Another part has other rows, columns and fields.
  return <Part key={part} search={search} />;
}
