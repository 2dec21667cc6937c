import { Button, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { importAnswerMakeRoom, type ImportQuestion } from '#contract/exchange/import-run.ts';
import { messages } from '#contract/texts.ts';
import { foundOptions } from '#web/ui/found-options.ts';

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
        {questions.map((question) => (
          <Question
            key={question.name}
            question={question}
            answer={answers[question.name] ?? ''}
            isReadOnly={isReadOnly}
            change={(value) => change(question.name, value)}
          />
        ))}
      </Stack>
    </section>
  );
}

interface QuestionProps {
  question: ImportQuestion;
  answer: string;
  isReadOnly: boolean;
  change: (value: string) => void;
}

/** More choices than these are searched by typing; so many are shown at a time. */
const fewChoices = 20;
const shownChoices = 100;

function Question({ question, answer, isReadOnly, change }: QuestionProps) {
  const { label, help, choices, error, remembered } = question;
  const isAsBefore = remembered === true && answer === question.answer;
  const common = {
    label,
    description: isAsBefore ? `As answered last time. ${help}` : help,
    disabled: isReadOnly,
    withAsterisk: question.answer === null,
    error: error && error.charAt(0).toUpperCase() + error.slice(1),
  };
  if (choices.length === 0)
    return (
      <TextInput
        {...common}
        value={answer}
        maxLength={300}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  if (choices.length > fewChoices)
    return (
      <Select
        {...common}
        data={choices}
        value={answer || null}
        searchable
        filter={foundOptions}
        limit={shownChoices}
        placeholder="Type to search"
        nothingFoundMessage={messages.noDataFound}
        onChange={(value) => change(value ?? '')}
      />
    );
  return (
    <NativeSelect
      {...common}
      value={answer}
      data={[{ value: '', label: 'Choose …' }, ...choices]}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
