import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayMessageKind } from '#contract/messages/student-message-terms.ts';
import {
  changesOf,
  classesOf,
  isQuiet,
  wantedMessages,
  type Absence,
  type DayMessage,
  type StudentDay,
} from './decide.ts';

const minute = 60_000;
const at = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * minute;
};
const absence = (class_schedule: number, time: string, by_itself = false): Absence => ({
  class_schedule,
  at: at(time),
  by_itself,
});
const message = (
  kind: DayMessageKind,
  state: DayMessage['state'],
  classes: number[],
): DayMessage => ({ id: 1, kind, state, due_at: at('09:20'), classes });
const day = (given: Partial<StudentDay>): StudentDay => ({
  absences: [],
  messages: [],
  corrected: [],
  ...given,
});
const terms = { message_after_minutes: 20 };
const noon = { lastAt: null, now: at('12:00') };
const evening = { lastAt: at('18:00'), now: at('18:00') };
const wantedOf = (
  given: Partial<StudentDay>,
  moment: { lastAt: number | null; now: number } = noon,
) =>
  wantedMessages(day(given), terms, moment).map(
    ({ kind, due_at, classes }) => [kind, due_at / minute / 60, classes] as const,
  );

describe('what a student is sent about a day (R-MSG-1)', () => {
  const nine = absence(1, '09:00');
  const ten = absence(2, '10:00');
  const byItself = absence(3, '11:00', true);
  it.each<[string, Partial<StudentDay>, typeof noon | typeof evening, unknown[]]>([
    ['nothing without an absence', {}, noon, []],
    [
      'all absences so far, after the first one was held back',
      { absences: [ten, nine] },
      noon,
      [['absence', 9 + 1 / 3, [2, 1]]],
    ],
    [
      'no second message of absence: later ones wait for the last message',
      { absences: [nine, ten], messages: [message('absence', 'notified', [1])] },
      noon,
      [],
    ],
    [
      'the last message names what was not reported',
      { absences: [nine, ten], messages: [message('absence', 'notified', [1])] },
      evening,
      [['last', 18, [2]]],
    ],
    [
      'a roll that closed by itself is not reported after the hold-back',
      { absences: [byItself] },
      noon,
      [],
    ],
    [
      'a roll that closed by itself is reported with the last message',
      { absences: [byItself] },
      evening,
      [['last', 18, [3]]],
    ],
    [
      'the last message waits while the first one does',
      { absences: [absence(1, '17:50'), byItself] },
      evening,
      [['absence', 17 + 50 / 60 + 1 / 3, [1]]],
    ],
    [
      'what is on its way is not wanted again',
      { absences: [nine], messages: [message('absence', 'queued', [1])] },
      evening,
      [],
    ],
    [
      'what bounced or was stopped is not reported in the evening either',
      { absences: [nine], messages: [message('absence', 'over', [1])] },
      evening,
      [],
    ],
    [
      'one correction of what was reported',
      { corrected: [1], messages: [message('absence', 'notified', [1])] },
      noon,
      [['correction', 12, [1]]],
    ],
    [
      'no second correction',
      {
        corrected: [1, 2],
        messages: [message('absence', 'notified', [1, 2]), message('correction', 'notified', [1])],
      },
      noon,
      [],
    ],
  ])('%s', (_what, given, moment, expected) => {
    expect(
      wantedOf(given, moment).map(([kind, due, classes]) => [kind, due.toFixed(4), classes]),
    ).toEqual(
      (expected as [string, number, number[]][]).map(([kind, due, classes]) => [
        kind,
        due.toFixed(4),
        classes,
      ]),
    );
  });

  it('a held message that names nothing any more is cancelled', () => {
    const held = day({ messages: [message('absence', 'held', [1])] });
    expect(changesOf(held, wantedMessages(held, terms, noon))).toEqual({
      added: [],
      cancelled: [1],
      changed: [],
    });
  });
});

describe('quiet hours (R-MSG-2)', () => {
  it.each([
    ['20:00', '07:00', ['20:00', '23:59', '00:00', '06:59'], ['07:00', '12:00', '19:59']],
    ['12:00', '13:00', ['12:00', '12:59:59'], ['11:59', '13:00', '00:00']],
    ['08:00', '08:00', [], ['08:00', '00:00', '23:59']],
  ])('from %s to %s', (quiet_from, quiet_to, quiet, loud) => {
    for (const time of quiet) expect(isQuiet(time, { quiet_from, quiet_to }), time).toBe(true);
    for (const time of loud) expect(isQuiet(time, { quiet_from, quiet_to }), time).toBe(false);
  });
});

/** What happens at a minute of a day with one class. */
const event = fc.record({
  minute: fc.integer({ min: 0, max: 1439 }),
  class_schedule: fc.integer({ min: 1, max: 4 }),
  what: fc.constantFrom('absent', 'absent', 'closed', 'corrected', 'stopped', 'refused'),
});
const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const randomDay = fc.record({
  events: fc.array(event, { maxLength: 14 }),
  message_after_minutes: fc.constantFrom(0, 5, 20, 60),
  quiet_from: time,
  quiet_to: time,
  last: fc.option(time),
});

type RandomDay = typeof randomDay extends fc.Arbitrary<infer Value> ? Value : never;

interface Sent {
  minute: number;
  kind: DayMessageKind;
  classes: number[];
  absences: Absence[];
}

/**
 * A day minute by minute: what is held, cancelled and sent, with a mail server that accepts at once.
 * @param until minute of the day; what still waits at its end is not sent.
 */
function live(given: RandomDay, until = 1440) {
  const absences = new Map<number, Absence>();
  const messages: DayMessage[] = [];
  const sent: Sent[] = [];
  const lastAt = given.last === null ? null : at(given.last);
  const state = (): StudentDay => ({
    absences: [...absences.values()],
    messages,
    corrected: messages
      .filter((one) => one.state === 'notified' && one.kind !== 'correction')
      .flatMap(({ classes }) => classes)
      .filter((one) => !absences.has(one)),
  });
  const events = given.events.toSorted((a, b) => a.minute - b.minute);
  for (let now = 0; now < until; now++) {
    for (const { class_schedule, what } of events.filter((one) => one.minute === now)) {
      if (what === 'corrected') absences.delete(class_schedule);
      else if (what === 'stopped' || what === 'refused') {
        const held = messages.find((one) => one.state === 'held');
        if (held) held.state = 'over';
      } else if (!absences.has(class_schedule))
        absences.set(class_schedule, {
          class_schedule,
          at: now * minute,
          by_itself: what === 'closed',
        });
    }
    const changes = changesOf(
      state(),
      wantedMessages(state(), given, { lastAt, now: now * minute }),
    );
    for (const id of changes.cancelled)
      messages.splice(
        messages.findIndex((one) => one.id === id),
        1,
      );
    for (const { id, due_at, classes } of changes.changed)
      Object.assign(
        messages.find((one) => one.id === id)!,
        { due_at, classes },
      );
    for (const one of changes.added)
      messages.push({ ...one, id: now * 10 + messages.length, state: 'held' });
    const clock = `${String(Math.floor(now / 60)).padStart(2, '0')}:${String(now % 60).padStart(2, '0')}`;
    if (isQuiet(clock, given)) continue;
    for (const one of messages) {
      if (one.state !== 'held' || one.due_at > now * minute) continue;
      const classes = classesOf(one.kind, state());
      sent.push({ minute: now, kind: one.kind, classes, absences: [...absences.values()] });
      Object.assign(one, { state: 'notified', classes });
    }
  }
  return { sent, absences, messages };
}

describe('any day of marks and corrections', () => {
  it('has at most one message of each kind, none in quiet hours, none too early, none about nothing', () => {
    fc.assert(
      fc.property(randomDay, (given) => {
        const { sent } = live(given);
        const kinds = sent.map(({ kind }) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
        const notified = sent
          .filter(({ kind }) => kind !== 'correction')
          .flatMap((one) => one.classes);
        expect(new Set(notified).size).toBe(notified.length);
        for (const { minute: now, kind, classes, absences } of sent) {
          const clock = `${String(Math.floor(now / 60)).padStart(2, '0')}:${String(now % 60).padStart(2, '0')}`;
          expect(isQuiet(clock, given)).toBe(false);
          expect(classes.length).toBeGreaterThan(0);
          const named = absences.filter((one) => classes.includes(one.class_schedule));
          if (kind === 'correction') {
            expect(named).toEqual([]);
            expect(notified).toEqual(expect.arrayContaining(classes));
            continue;
          }
          expect(named).toHaveLength(classes.length);
          const first = Math.min(...named.map((one) => one.at));
          expect(now * minute).toBeGreaterThanOrEqual(first + given.message_after_minutes * minute);
          if (kind === 'absence') expect(named.some((one) => one.by_itself)).toBe(false);
          else expect(now * minute).toBeGreaterThanOrEqual(at(given.last!));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('reports whatever stood long enough outside of quiet hours, and corrects what was reported', () => {
    const loud = randomDay.map((given) => ({
      ...given,
      quiet_from: '00:00',
      quiet_to: '00:00',
      events: given.events.filter(({ what }) => what !== 'stopped' && what !== 'refused'),
    }));
    fc.assert(
      fc.property(loud, (given) => {
        // Beyond midnight: whatever is held back, and the last message that waits for it, is sent.
        const { sent, absences } = live(given, 1440 + 2 * given.message_after_minutes + 2);
        const notified = new Set(
          sent.filter(({ kind }) => kind !== 'correction').flatMap(({ classes }) => classes),
        );
        const standing = [...absences.values()];
        const ordinary = standing.filter((one) => !one.by_itself);
        // What was notified, corrected and entered again is not reported again.
        if (ordinary.some((one) => !notified.has(one.class_schedule)))
          expect(sent.some(({ kind }) => kind === 'absence')).toBe(true);
        if (given.last !== null && !sent.some(({ kind }) => kind === 'last'))
          for (const one of standing)
            expect(notified.has(one.class_schedule), JSON.stringify(sent)).toBe(true);
        const wrong = [...notified].filter((one) => !absences.has(one));
        if (wrong.length > 0) expect(sent.some(({ kind }) => kind === 'correction')).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
