import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { partOf, periodOf, type HealthSearch } from './search.ts';
import classes from './Health.module.css';

interface Tab {
  title: string;
  search: Record<string, string | undefined>;
  isCurrent: boolean;
}

/** Links to the parts of the page; they keep the period. */
export function HealthTabs({ search }: { search: HealthSearch }) {
  const can = useCan();
  const part = partOf(search);
  const isCapacity = part === 'clashes' && search.kind === 'seats';
  const period = periodOf(search);
  const own = (title: string, of: string): Tab => ({
    title,
    search: { ...period, part: of },
    isCurrent: part === of,
  });
  const tabs: Tab[] = [
    { title: 'Clashes', search: period, isCurrent: part === 'clashes' && !isCapacity },
    {
      title: 'Over capacity',
      search: { ...period, kind: 'seats', ordering: '-missing' },
      isCurrent: isCapacity,
    },
    own('Teachers', 'teachers'),
    ...(can('Students', 'read') ? [own('Students with gaps', 'students')] : []),
    own('Rooms', 'rooms'),
  ];
  return (
    <nav className={classes.tabs} aria-label="Timetable health">
      {tabs.map(({ title, search: to, isCurrent }) => (
        <Link
          key={title}
          to="/timetable/health"
          search={to}
          aria-current={isCurrent ? 'page' : undefined}
          // The router would highlight every part whose search is within this one.
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
