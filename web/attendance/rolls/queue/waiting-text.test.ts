import { expect, it } from 'vitest';
import { createMarkStore, isInMemory } from './mark-store.ts';
import type { MarkCommand, PendingMark } from '#web/platform/offline/storage.ts';
import { waitingText } from './waiting-text.ts';

const what: MarkCommand = { do: 'mark', student: 1, status: 'Present' };
const mark = { class_schedule: 1 } as unknown as PendingMark;

it('marks that no disk has are lost by logging out, and the question says so', async () => {
  const store = createMarkStore(null);
  const seq = await store.add(mark, true);
  expect(isInMemory({ seq })).toBe(true);
  expect(waitingText([{ seq, what }])).toBe(
    '1 mark waits for the network. This computer does not store them: they are lost when you log out before they are sent.',
  );
  expect(
    waitingText([
      { seq: 1, what },
      { seq: 2, what },
    ]),
  ).toBe(
    '2 marks wait for the network. They stay on this device and are sent when you log in here again, not before.',
  );
  expect(
    waitingText([
      { seq: 1, what },
      { seq, what },
    ]),
  ).toMatch(/1 of them could not be stored, and are lost/);
  const rest: MarkCommand = { do: 'bulk', students: [1, 2, 3] };
  expect(waitingText([{ seq: 1, what: rest }])).toMatch(/^3 marks wait/);
});
