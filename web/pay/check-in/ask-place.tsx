import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { fullName } from '#contract/person-name.ts';
import type { TaughtClass } from './taught-class.ts';

type Places = TaughtClass['places'];

/**
 * Asks whose place a check-in takes.
 * @param isForOther the user does not teach, and enters the check-in for that teacher.
 * @returns the planned teacher's id, or null when it was cancelled.
 */
export function askPlace(places: Places, isForOther: boolean): Promise<number | null> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: isForOther ? 'Check in for whom?' : 'Check in instead of whom?',
      centered: true,
      onClose: () => resolve(null),
      children: (
        <Question
          places={places}
          isForOther={isForOther}
          answer={(place) => {
            resolve(place);
            modals.close(id);
          }}
        />
      ),
    });
  });
}

interface QuestionProps {
  places: Places;
  isForOther: boolean;
  answer: (place: number | null) => void;
}

function Question({ places, isForOther, answer }: QuestionProps) {
  const [chosen, setChosen] = useState(String(places[0]?.id));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer(Number(chosen));
      }}
    >
      <Stack>
        <Text>
          {isForOther
            ? 'You do not teach here: the check-in is that teacher’s.'
            : 'Each teacher of a class has one check-in a day: this one will be on your timesheet, and the teacher sees it.'}
        </Text>
        <Radio.Group label="Teacher" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {places.map(({ id, teacher }) => (
              <Radio key={id} value={String(id)} label={fullName(teacher)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button type="submit">Check in</Button>
        </Group>
      </Stack>
    </form>
  );
}
