import type { RateTerms } from '../rates.ts';
import type { SettingValues } from '../settings.ts';

const lateWords: Record<string, string> = {
  '0': 'counts as absent',
  '0.25': 'counts as a quarter of a class',
  '0.5': 'counts as half a class',
  '0.75': 'counts as three quarters of a class',
};

/** How a rate is computed under the institute's settings, in words for a reader (R-RATE-1, R-RATE-2). */
export const rateDefinition = (terms: RateTerms): string =>
  [...basis(terms), 'Percentages are rounded to whole numbers.'].join(' ');

/** The same of a rate on the red list, which rules compare with a percentage (R-RED-1). */
export const listedRateDefinition = (
  terms: RateTerms & Pick<SettingValues, 'unfinished_counts'>,
): string =>
  [
    ...basis(terms),
    ...(terms.unfinished_counts
      ? [
          'A class that is over, in which others were marked and the student was not, counts as an absence.',
        ]
      : []),
    'Percentages are whole numbers; within one point of the percentage of the rule they have one decimal, rounded down.',
  ].join(' ');

/** How contact hours are counted, in words for a reader (R-HOURS-1). */
export const hoursDefinition = (excused_counts: boolean): string =>
  [
    ...basis({ rate_by: 'minutes', late_counts_as: 1, excused_counts }),
    'Classes whose attendance was not recorded are not counted. Percentages are whole numbers; within one point of a percentage of the institute they have one decimal, rounded down.',
  ].join(' ');

function basis({ rate_by, late_counts_as, excused_counts }: RateTerms): string[] {
  const late = lateWords[String(late_counts_as)] ?? 'counts as attended';
  return [
    rate_by === 'minutes'
      ? 'The attendance rate is the minutes attended divided by the scheduled minutes of the classes that count; minutes late and minutes left early are not attended.'
      : `The attendance rate is the number of classes attended divided by the number of classes that count; a class that was attended late ${late}.`,
    'A class counts when it took place on a date of the student’s enrolment and attendance was recorded.',
    excused_counts
      ? 'Excused absences count like other absences.'
      : 'Excused absences do not count.',
  ];
}
