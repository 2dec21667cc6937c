import { Button, Group } from '@mantine/core';
import type { Choices } from './useChoices.ts';

interface AwayToolsProps {
  /** The meetings that can still be changed. */
  open: { id: number }[];
  /** The button that takes the first proposal of each. */
  first: { text: string; choices: () => Choices<number> };
  choices: Choices<unknown>;
  choose: (next: Choices<number | null>) => void;
}

/** Chooses the same for all classes: their first proposals, to cancel them, or nothing. */
export function AwayTools({ open, first, choices, choose }: AwayToolsProps) {
  const disabled = open.length === 0;
  return (
    <Group gap="xs" my="sm">
      <Button variant="default" disabled={disabled} onClick={() => choose(first.choices())}>
        {first.text}
      </Button>
      <Button
        variant="default"
        disabled={disabled}
        onClick={() => choose(new Map(open.map(({ id }) => [id, null])))}
      >
        Cancel all
      </Button>
      {choices.size > 0 && (
        <Button variant="subtle" onClick={() => choose(new Map())}>
          Leave all
        </Button>
      )}
    </Group>
  );
}
