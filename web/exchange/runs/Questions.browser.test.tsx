import { expect, it } from 'vitest';
import { useState } from 'react';
import { importAnswerMakeRoom, type ImportQuestion } from '#contract/exchange/import-run.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { Questions } from './Questions.tsx';

const room = (number: string): ImportQuestion => ({
  name: `room:${number}`,
  label: `Room “${number}”`,
  help: 'No room has this number.',
  answer: null,
  choices: [
    { value: '-', label: 'Leave these events out' },
    { value: importAnswerMakeRoom, label: `Make the room ${number}` },
  ],
});

function Form({ questions }: { questions: ImportQuestion[] }) {
  const [answers, setAnswers] = useState<Record<string, string>>({});
  return (
    <Questions
      questions={questions}
      answers={answers}
      isReadOnly={false}
      change={(name, value) => setAnswers((before) => ({ ...before, [name]: value }))}
    />
  );
}

it('all rooms that are missing are made by one button, but for those that are answered', async () => {
  const { screen } = await renderPage(<Form questions={[room('R1'), room('R2'), room('R3')]} />);
  await screen.getByRole('combobox', { name: /“R1”/ }).selectOptions('Leave these events out');
  await screen.getByRole('button', { name: 'Make all 2 rooms that are missing' }).click();
  await expect.element(screen.getByRole('combobox', { name: /“R1”/ })).toHaveValue('-');
  await expect
    .element(screen.getByRole('combobox', { name: /“R2”/ }))
    .toHaveValue(importAnswerMakeRoom);
  await expect
    .element(screen.getByRole('combobox', { name: /“R3”/ }))
    .toHaveValue(importAnswerMakeRoom);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('one room is answered by hand', async () => {
  const { screen } = await renderPage(<Form questions={[room('R1')]} />);
  await expect.element(screen.getByRole('combobox', { name: /“R1”/ })).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('many choices are searched by typing, and a wrong answer has its error', async () => {
  const teachers: ImportQuestion = {
    name: 'subject_teacher',
    label: 'Teacher of new subjects',
    help: '',
    answer: null,
    error: 'there is no teacher x',
    choices: Array.from({ length: 30 }, (_, number) => ({
      value: `t${number}@school.example`,
      label: `Teacher ${number}`,
    })),
  };
  const { screen } = await renderPage(<Form questions={[teachers]} />);
  await expect.element(screen.getByText('There is no teacher x')).toBeVisible();
  const field = screen.getByPlaceholder('Type to search');
  await field.fill('Teacher 27');
  await expect.poll(() => screen.getByRole('option').elements().length).toBe(1);
  await screen.getByRole('option', { name: 'Teacher 27' }).click();
  await expect.element(field).toHaveValue('Teacher 27');
});
