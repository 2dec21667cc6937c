import { Anchor, Breadcrumbs as Trail, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useIsBuilt } from '../useIsBuilt.ts';
import { crumbsOf } from './crumbs.ts';
import { menu } from './menu.ts';

const titles = {
  ...Object.fromEntries(menu.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(({ path, title }) => [path, title])),
  '/attendance': 'Attendance',
};

export function Breadcrumbs() {
  const { pathname, search } = useLocation();
  const isBuilt = useIsBuilt();
  const crumbs = crumbsOf(pathname, search, titles, isBuilt);
  return (
    <nav aria-label="Breadcrumbs">
      <Trail separatorMargin={6}>
        {crumbs.map(({ title, path }, at) =>
          path ? (
            <Anchor key={title} size="sm" renderRoot={(props) => <Link to={path} {...props} />}>
              {title}
            </Anchor>
          ) : (
            <Text key={title} size="sm" c="dimmed" aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
              {title}
            </Text>
          ),
        )}
      </Trail>
    </nav>
  );
}
