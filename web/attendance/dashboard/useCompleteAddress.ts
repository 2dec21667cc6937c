import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '#web/platform/when-idle.ts';

/** Writes the date and the teacher into the dashboard's address, so that it can be shared. */
export function useCompleteAddress({ date, teacher }: { date: string; teacher: string }): void {
  const search = useSearch({ from: '/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  const router = useRouter();
  const isComplete = search.date !== undefined && search.teacher !== undefined;
  useEffect(() => {
    if (isComplete) return;
    return whenIdle(() => {
      // It would cancel the opening of another page.
      if (router.latestLocation.pathname !== '/dashboard') return;
      void navigate({ search: (before) => ({ ...before, date, teacher }), replace: true });
    });
  }, [isComplete, date, teacher, navigate, router]);
}
