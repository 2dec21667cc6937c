import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { messages } from '#contract/texts.ts';
import { aboveDialogs } from './confirm.ts';
import { whenDialogsMount } from './dialog-queue.ts';

interface PromptOptions {
  title: string;
  text: string;
  /** Label of the field. */
  label: string;
  max: number;
  yes: string;
  /** The label of the other button. */
  no?: string;
  danger?: boolean;
  /** What the field holds at first. */
  initial?: string;
}

/** Asks for a line of text; resolves to it, or to null when cancelled. */
export function prompt({ title, ...question }: PromptOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const open = () => {
      const id = modals.open({
        title,
        centered: true,
        zIndex: aboveDialogs,
        onClose: () => resolve(null),
        children: (
          <Question
            {...question}
            answer={(text) => {
              resolve(text);
              modals.close(id);
            }}
            cancel={() => modals.close(id)}
          />
        ),
      });
    };
    whenDialogsMount(open);
  });
}

function Question({
  text,
  label,
  max,
  yes,
  no = 'Cancel',
  danger = false,
  initial = '',
  answer,
  cancel,
}: Omit<PromptOptions, 'title'> & { answer: (text: string) => void; cancel: () => void }) {
  const [given, setGiven] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (given.trim()) answer(given.trim());
        else setProblem(messages.required);
      }}
    >
      <Stack>
        <Text>{text}</Text>
        <Textarea
          label={label}
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          maxLength={max}
          value={given}
          error={problem}
          onChange={(event) => setGiven(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {no}
          </Button>
          <Button type="submit" {...(danger && { color: 'red.8' })}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
