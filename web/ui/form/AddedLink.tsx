import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import type { AddedNoticeProps } from './resource-form.ts';

/** A link to the record that was added last. */
export function AddedLink<Entity>({ added, resource }: AddedNoticeProps<Entity>) {
  const mayEdit = useCan()(resource.permission, 'edit');
  const id = idOf(added);
  if (id === null || !mayEdit) return null;
  return (
    <Text size="sm" mb="xs">
      Added.{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link {...props} to={`${resource.path}/add`} search={{ edit: String(id) }} />
        )}
      >
        Open this {resource.singular.toLowerCase()}
      </Anchor>
    </Text>
  );
}

const idOf = (added: unknown): number | null =>
  typeof added === 'object' && added !== null && 'id' in added && typeof added.id === 'number'
    ? added.id
    : null;
