import { capitalize } from '#web/ui/labels.ts';

/** A breadcrumb; the last one is the current page. */
interface Crumb {
  title: string;
  path?: string;
}

/** What is done on a page: not the name of one. */
const actions = ['add', 'view'];

/**
 * Home plus the path's segments, with two special cases (R-SHELL-2).
 * @param titleOf the name of a page.
 * @param canOpen whether a page exists and is for the role: a step to another one is text alone.
 */
export function crumbsOf(
  path: string,
  search: Record<string, unknown>,
  titleOf: (path: string) => string | undefined,
  canOpen: (path: string) => boolean,
): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  const last = segments.length - 1;
  const crumbs = segments.map((segment, at): Crumb => {
    const own = `/${segments.slice(0, at + 1).join('/')}`;
    const words = segment.replaceAll('-', ' ');
    const name = actions.includes(segment) ? words : (titleOf(own) ?? capitalize(words));
    return {
      title: (at === last && lastTitle(segments, search)) || name,
      ...(at < last && canOpen(own) && { path: own }),
    };
  });
  return [{ title: 'Home', ...(segments.length && canOpen('/') && { path: '/' }) }, ...crumbs];
}

function lastTitle(segments: string[], search: Record<string, unknown>): string | undefined {
  if (segments.at(-1) === 'add' && search.edit !== undefined) return 'edit';
  // Home counts as the first of the three.
  if (segments[0] === 'enroll-by-schedule' && segments.length === 2 && segments[1] === 'view')
    return 'enrolled students';
  return undefined;
}
