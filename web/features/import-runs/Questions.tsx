import { NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import type { ImportQuestion } from '#contract/import-run.ts';

interface Props {
  questions: ImportQuestion[];
  answers: Record<string, string>;
  isReadOnly: boolean;
  change: (name: string, value: string) => void;
}

/** What the file leaves open, with what was found. */
export function Questions({ questions, answers, isReadOnly, change }: Props) {
  return (
    <section aria-labelledby="import-questions">
      <Title order={3} size="h5" id="import-questions" mb="xs">
        Questions
      </Title>
      <Stack maw={560}>
        {questions.map(({ name, label, help, answer, choices }) => {
          const common = {
            label,
            description: help,
            disabled: isReadOnly,
            withAsterisk: answer === null,
            value: answers[name] ?? '',
          };
          return choices.length > 0 ? (
            <NativeSelect
              key={name}
              {...common}
              data={[{ value: '', label: 'Choose …' }, ...choices]}
              onChange={(event) => change(name, event.currentTarget.value)}
            />
          ) : (
            <TextInput
              key={name}
              {...common}
              maxLength={300}
              onChange={(event) => change(name, event.currentTarget.value)}
            />
          );
        })}
      </Stack>
    </section>
  );
}
