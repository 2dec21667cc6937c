/** Whether ticks of a roll call of the building wait in this browser: pages that do not show them look here alone. */
const key = 'building-ticks';

export const hasWaitingTicks = (): boolean => localStorage.getItem(key) !== null;

export function noteWaitingTicks(areWaiting: boolean): void {
  if (areWaiting) localStorage.setItem(key, 'waiting');
  else localStorage.removeItem(key);
}
