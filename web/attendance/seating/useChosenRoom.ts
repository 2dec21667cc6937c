import { useState } from 'react';

/** The room that was opened last of each class of several rooms, as long as the application is open. */
const chosen = new Map<number, number>();

/** The class is opened in this room from now on. */
export const chooseRoom = (schedule: number, room: number): void => void chosen.set(schedule, room);

/** The room of a class whose plan is shown; undefined for its first one. */
export function useChosenRoom(schedule: number) {
  const [room, setRoom] = useState(() => chosen.get(schedule));
  const choose = (next: number) => {
    chooseRoom(schedule, next);
    setRoom(next);
  };
  return [room, choose] as const;
}
