import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResourceInfo } from '../resource.ts';

/** Leads to the form of a new record. */
export function AddButton({
  resource,
}: {
  resource: Pick<ResourceInfo, 'addPath' | 'path' | 'singular'>;
}) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={resource.addPath ?? `${resource.path}/add`} />}
    >
      Add {resource.singular.toLowerCase()}
    </Button>
  );
}
