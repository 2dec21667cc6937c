import { Anchor, Breadcrumbs as Trail, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useCanOpen, useTitleOf } from '../page-permissions.ts';
import { crumbsOf } from './crumbs.ts';

export function Breadcrumbs() {
  const { pathname, search } = useLocation();
  const canOpen = useCanOpen();
  const crumbs = crumbsOf(pathname, search, useTitleOf(), canOpen);
  return (
    <nav aria-label="Breadcrumbs">
      <Trail separatorMargin={6}>
        {crumbs.map(({ title, path }, at) =>
          path ? (
            <Anchor key={title} size="sm" renderRoot={(props) => <Link to={path} {...props} />}>
              {title}
            </Anchor>
          ) : (
            <Text
              key={title}
              size="sm"
              c="dimmed"
              aria-current={at === crumbs.length - 1 ? 'page' : undefined}
            >
              {title}
            </Text>
          ),
        )}
      </Trail>
    </nav>
  );
}
