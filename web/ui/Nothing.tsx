import { Text } from '@mantine/core';

/** An empty panel: its title says of what there is none. Lists and pages have an `EmptyState`. */
export const Nothing = () => <Text c="dimmed">None</Text>;
