import { lazy, Suspense, useEffect, useState } from 'react';
import { useCanOpen } from '../page-permissions.ts';

/** Without the network a page goes without it. */
const RollCallNews = lazy(() =>
  import('#web/attendance/public/RollCallNews.ts')
    .then(({ RollCallNews: news }) => ({ default: news }))
    .catch(() => ({ default: () => null })),
);

/** The page itself comes first, in milliseconds. */
const laterMs = 4000;

/** What pages announce, a few seconds after they were opened. */
export function LateNews() {
  const isAllowed = useCanOpen()('/who-is-here');
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate || !isAllowed) return null;
  return (
    <Suspense fallback={null}>
      <RollCallNews />
    </Suspense>
  );
}
