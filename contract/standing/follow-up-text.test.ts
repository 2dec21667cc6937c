import { describe, expect, it } from 'vitest';
import { absencesText, pointsText, rateChangeText, sinceBegunText } from './follow-up-text.ts';

const rates = { rate_then: '62%', rate_now: '70%', rate_change: 8.3, absences_since: 1 };
const line = {
  ...rates,
  id: 1,
  owner: { id: 1, name: 'Grace Hall' },
  due_on: '2026-03-02',
  is_overdue: false,
  last_step: null,
};

describe('whether a follow-up helped (R-FOLLOW-1)', () => {
  it.each([
    [0, 'unchanged'],
    [1, '+1 point'],
    [8.3, '+8.3 points'],
    [-1, '−1 point'],
    [-0.5, '−0.5 points'],
  ])('%d is %s', (points, text) => expect(pointsText(points)).toBe(text));

  it('is in words the rate then and now, and the absences since', () => {
    expect(rateChangeText(rates)).toBe('62% → 70% (+8.3 points)');
    expect(rateChangeText({ ...rates, rate_then: '–', rate_change: null })).toBe('– → 70%');
    expect(sinceBegunText(line)).toBe('62% when begun, +8.3 points, 1 absence since');
    expect(absencesText({ absences_since: 0 })).toBe('no absence since');
    expect(absencesText({ absences_since: 2 })).toBe('2 absences since');
    const unknown = { rate_then: '–', rate_change: null, absences_since: null };
    expect(sinceBegunText({ ...line, ...unknown })).toBe('');
  });
});
