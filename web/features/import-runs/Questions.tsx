import { Button, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { importAnswerMakeRoom, type ImportQuestion } from '#contract/import-run.ts';

interface Props {
  questions: ImportQuestion[];
  answers: Record<string, string>;
  isReadOnly: boolean;
  change: (name: string, value: string) => void;
}

/** The questions whose room can be made, where more than one is open: they are answered at once. */
const newRoomsOf = (questions: ImportQuestion[], answers: Props['answers']): string[] => {
  const open = questions.filter(
    ({ name, choices }) =>
      !answers[name] && choices.some(({ value }) => value === importAnswerMakeRoom),
  );
  return open.length > 1 ? open.map(({ name }) => name) : [];
};

/** What the file leaves open, with what was found. */
export function Questions({ questions, answers, isReadOnly, change }: Props) {
  const newRooms = isReadOnly ? [] : newRoomsOf(questions, answers);
  return (
    <section aria-labelledby="import-questions">
      <Title order={3} size="h5" id="import-questions" mb="xs">
        Questions
      </Title>
      <Stack maw={560}>
        {newRooms.length > 0 && (
          <Button
            variant="default"
            onClick={() => newRooms.forEach((name) => change(name, importAnswerMakeRoom))}
          >
            Make all {newRooms.length} rooms that are missing
          </Button>
        )}
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
