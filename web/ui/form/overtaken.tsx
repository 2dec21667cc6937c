import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { aboveDialogs } from '../confirm.ts';
import { whenDialogsMount } from '../dialog-queue.ts';
import { inWords, type ChangedField } from './changed-fields.ts';

export type Answer = 'save' | 'take' | 'edit';

/**
 * Lists changes by another user, and asks what to do with the entered values. Closing it continues
 * editing.
 */
export function askOvertaken(text: string, changed: ChangedField[]): Promise<Answer> {
  return new Promise((resolve) => {
    whenDialogsMount(() => {
      const id = modals.open({
        title: 'Changed meanwhile',
        centered: true,
        zIndex: aboveDialogs,
        onClose: () => resolve('edit'),
        children: (
          <Question
            text={text}
            changed={changed}
            answer={(given) => {
              resolve(given);
              modals.close(id);
            }}
          />
        ),
      });
    });
  });
}

interface QuestionProps {
  text: string;
  changed: ChangedField[];
  answer: (answer: Answer) => void;
}

function Question({ text, changed, answer }: QuestionProps) {
  return (
    <Stack>
      <Text>{text}</Text>
      {changed.length > 0 ? (
        <ul aria-label="What changed" style={{ margin: 0 }}>
          {changed.map((field) => (
            <li key={field.label}>{inWords(field)}</li>
          ))}
        </ul>
      ) : (
        <Text>The fields of this form are the same as before.</Text>
      )}
      <Text size="sm">
        Saving writes only the fields that you changed. Taking theirs forgets what you entered.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer('edit')}>
          Go on editing
        </Button>
        <Button variant="default" onClick={() => answer('take')}>
          Take theirs
        </Button>
        <Button onClick={() => answer('save')}>Save anyway</Button>
      </Group>
    </Stack>
  );
}
