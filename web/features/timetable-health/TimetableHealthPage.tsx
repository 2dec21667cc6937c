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

/** What is wrong with a timetable, and how full its days and rooms are (R-HEALTH-1). */
export function TimetableHealthPage() {
  const search: HealthSearch = useSearch({ from: '/timetable/health' });
  const queries = useQueryClient();
  const part = partOf(search);
  // Who comes back has perhaps mended what was found.
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
