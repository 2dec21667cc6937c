/** A breadcrumb; the last one is the current page. */
export interface Crumb {
  title: string;
  path?: string;
}

/**
 * Home plus the path's segments, with two special cases (R-SHELL-2).
 * @param canOpen whether a page exists and is for the role: a step to another one is text alone.
 */
export function crumbsOf(
  path: string,
  search: Record<string, unknown>,
  titles: Record<string, string>,
  canOpen: (path: string) => boolean,
): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  const last = segments.length - 1;
  const crumbs = segments.map((segment, at): Crumb => {
    const own = `/${segments.slice(0, at + 1).join('/')}`;
    const title = at === last ? lastTitle(segments, search) : undefined;
    return {
      title: title ?? titles[own] ?? titles[`/${segment}`] ?? segment.replaceAll('-', ' '),
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
