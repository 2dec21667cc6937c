import { expect, it } from 'vitest';
import { listedRateDefinition, rateDefinition } from './rate-definition.ts';

it('says how a rate is computed under the settings (R-PAPER-3)', () => {
  const usual = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false } as const;
  expect(rateDefinition(usual)).toContain('attended late counts as attended');
  expect(rateDefinition(usual)).toContain('Excused absences do not count.');
  expect(rateDefinition({ ...usual, late_counts_as: 0.5 })).toContain('counts as half a class');
  expect(rateDefinition({ ...usual, excused_counts: true })).toContain(
    'Excused absences count like other absences',
  );
  expect(rateDefinition(usual)).toContain('rounded to whole numbers');
  const listed = listedRateDefinition({ ...usual, unfinished_counts: true });
  expect(listed).toContain('in which others were marked and the student was not');
  expect(listed).toContain('one decimal, rounded down');
  expect(listedRateDefinition({ ...usual, unfinished_counts: false })).not.toContain('others');
  const byMinutes = rateDefinition({ ...usual, rate_by: 'minutes' });
  expect(byMinutes).toContain('minutes attended divided by the scheduled minutes');
  expect(byMinutes).not.toContain('attended late counts');
});
