import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { aboveDialogs } from './confirm.ts';

interface Asked {
  title: string;
  text: string;
  /** What is asked for. */
  label: string;
  most: number;
  yes: string;
}

/** Asks for a line of text; resolves to it, or to null when the question is closed without an answer. */
export function ask({ title, ...question }: Asked): Promise<string | null> {
  return new Promise((resolve) => {
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
  });
}

function Question({ text, label, most, yes, answer, cancel }: Omit<Asked, 'title'> & { answer: (text: string) => void; cancel: () => void }) {
  const [given, setGiven] = useState('');
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
          maxLength={most}
          value={given}
          error={problem}
          onChange={(event) => setGiven(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit">{yes}</Button>
        </Group>
      </Stack>
    </form>
  );
}
