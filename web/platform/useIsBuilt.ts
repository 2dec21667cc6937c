import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Which pages exist; entries and buttons of the others are not shown yet (R-ACCESS-5). */
export function useIsBuilt(): (path: string) => boolean {
  const router = useRouter();
  return useCallback((path) => path in router.routesByPath, [router]);
}
