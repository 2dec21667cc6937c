import type { FollowUp, FollowUpOfLine, FollowUpStep } from './follow-up.ts';
import type { Outcome } from './follow-up-terms.ts';

export const stepTitles: Record<FollowUpStep['kind'], string> = {
  spoke: 'Spoke with the student',
  wrote: 'Wrote to the student',
  meeting: 'Meeting',
  letter: 'Letter written',
  other: 'Other',
  closed: 'Closed',
};

export const outcomeTitles: Record<Outcome, string> = {
  helped: 'Helped',
  not_helped: 'Did not help',
  withdrew: 'Student withdrew',
  not_needed: 'Not needed',
};

/** "+8 points", "−1.5 points", "unchanged". */
export function pointsText(points: number): string {
  if (points === 0) return 'unchanged';
  const size = Math.abs(points);
  return `${points > 0 ? '+' : '−'}${size} ${size === 1 ? 'point' : 'points'}`;
}

/** How the rate has changed: "62% → 70% (+8 points)". */
export function rateChangeText({
  rate_then,
  rate_now,
  rate_change,
}: Pick<FollowUp, 'rate_then' | 'rate_now' | 'rate_change'>): string {
  const rates = `${rate_then} → ${rate_now}`;
  return rate_change === null ? rates : `${rates} (${pointsText(rate_change)})`;
}

/** "no absence since", "1 absence since"; empty when nothing is known. */
export function absencesText({ absences_since: since }: Pick<FollowUp, 'absences_since'>): string {
  if (since === null) return '';
  return since === 0
    ? 'no absence since'
    : `${since} ${since === 1 ? 'absence' : 'absences'} since`;
}

/** Beside a rate: "62% when begun, +8 points, no absence since". */
export function sinceBegunText(followUp: FollowUpOfLine): string {
  const { rate_then, rate_change } = followUp;
  return [
    rate_then === '–' ? '' : `${rate_then} when begun`,
    rate_change === null ? '' : pointsText(rate_change),
    absencesText(followUp),
  ]
    .filter(Boolean)
    .join(', ');
}
