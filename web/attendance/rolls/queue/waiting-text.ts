import type { PendingMark } from '#web/platform/offline/storage.ts';
import { countMarks, marksText } from './count-marks.ts';
import { isInMemory } from './mark-store.ts';

/** Says what happens to marks that wait for the network when the user logs out before they are sent. */
export function waitingText(waiting: readonly Pick<PendingMark, 'seq' | 'what'>[]): string {
  const all = countMarks(waiting);
  const count = `${marksText(all)} ${all === 1 ? 'waits' : 'wait'}`;
  const lost = countMarks(waiting.filter(isInMemory));
  const stay = 'stay on this device and are sent when you log in here again, not before';
  if (lost === 0) return `${count} for the network. They ${stay}.`;
  const are = 'are lost when you log out before they are sent';
  return lost === all
    ? `${count} for the network. This computer does not store them: they ${are}.`
    : `${count} for the network. ${lost} of them could not be stored, and ${are}; the others ${stay}.`;
}
