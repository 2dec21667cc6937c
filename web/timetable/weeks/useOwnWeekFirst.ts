import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { weekFilterNames, type WeekSearch } from './search.ts';

/** A teacher starts with their own week. */
export function useOwnWeekFirst(search: WeekSearch): void {
  const navigate = useNavigate({ from: '/timetable/week' });
  const { teacher_id } = useUser();
  const isPlain = weekFilterNames.every((name) => search[name] === undefined);
  useEffect(() => {
    if (isPlain && teacher_id !== null)
      void navigate({
        search: (before) => ({ ...before, teacher: String(teacher_id) }),
        replace: true,
      });
  }, [isPlain, teacher_id, navigate]);
}
