import { Button, TextInput, Title } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { messages } from '#contract/texts.ts';
import { cardField } from '#web/platform/reader/fields.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import classes from './Attendance.module.css';

/**
 * The check-in of the start page while no class is chosen: a card or ID is answered with what is missing.
 * @param children the choice of a class.
 */
export function CardWithoutClass({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <section className={`at-card ${classes.withoutClass}`} aria-labelledby="check-in-title">
      <Title order={2} size="h6" id="check-in-title">
        RFID check-in
      </Title>
      {children}
      <form
        className={classes.checkInForm}
        onSubmit={(event) => {
          event.preventDefault();
          setProblem(text.trim() ? messages.selectSchedule : messages.required);
          playSound('bad');
        }}
      >
        <TextInput
          {...{ [cardField]: true }}
          aria-label="Card number or student ID"
          placeholder="Card or ID"
          leftSection={<IconId size={18} aria-hidden="true" />}
          autoComplete="off"
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit">Check in</Button>
      </form>
    </section>
  );
}
