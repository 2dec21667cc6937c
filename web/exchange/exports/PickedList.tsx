import { ActionIcon, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { messages } from '#contract/texts.ts';
import classes from './Exports.module.css';

export interface Picked {
  kind: 'subject' | 'schedule';
  id: number;
  label: string;
}

interface PickedListProps {
  picked: Picked[];
  remove: (item: Picked) => void;
}

/** The subjects and schedules that are exported. */
export function PickedList({ picked, remove }: PickedListProps) {
  return (
    <section aria-labelledby="picked">
      <Title order={2} size="h6" id="picked">
        Subjects and schedules to export ({picked.length})
      </Title>
      {picked.length === 0 && (
        <Text size="sm" c="dimmed">
          {messages.noData}
        </Text>
      )}
      <ul className={classes.picked}>
        {picked.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <span>
              {item.label} <small>{item.kind}</small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              aria-label={`Remove ${item.label}`}
              onClick={() => remove(item)}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
