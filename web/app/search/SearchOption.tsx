import { Link } from '@tanstack/react-router';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { Destination } from './destinations.ts';
import classes from './Search.module.css';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { useRememberRecord } from '#web/platform/useRememberRecord.ts';

interface SearchOptionProps {
  id: string;
  destination: Destination;
  active: boolean;
  /** The result is of an earlier text. */
  isStale: boolean;
  onLeave: () => void;
}

/** A result: a link, so that it can be opened in another tab as well. The focus stays in the field. */
export function SearchOption({ id, destination, active, isStale, onLeave }: SearchOptionProps) {
  const { title, detail, inRedList, path, search, record } = destination;
  const { config } = useSession();
  const remember = useRememberRecord();

  function leave() {
    if (record) remember(path, { title, ...(detail && { detail }), ...(search && { search }) });
    onLeave();
  }

  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: classes.option,
    'data-active': active || undefined,
    'data-stale': isStale || undefined,
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: leave,
  };
  const content = (
    <>
      <span className={classes.name}>
        {title}
        {inRedList && (
          <>
            {' '}
            <RedListTag />
          </>
        )}
      </span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </>
  );
  if (path === '/support' && config.support_url) {
    return (
      <a {...shared} href={config.support_url} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  }
  return (
    <Link {...shared} to={path} search={search ?? {}}>
      {content}
    </Link>
  );
}
