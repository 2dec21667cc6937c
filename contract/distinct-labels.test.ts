import { expect, it } from 'vitest';
import { distinctLabels } from './distinct-labels.ts';

it('options with one label say what distinguishes them, others do not', () => {
  const options = [
    { label: 'Grace Hall', apart: 'grace@school.example' },
    { label: 'Kim Hall', apart: 'kim@school.example' },
    { label: 'Grace Hall', apart: 'grace.b@school.example' },
    { label: 'Grace Hall' },
  ];
  expect(distinctLabels(options).map(({ label }) => label)).toEqual([
    'Grace Hall (grace@school.example)',
    'Kim Hall',
    'Grace Hall (grace.b@school.example)',
    'Grace Hall',
  ]);
});
