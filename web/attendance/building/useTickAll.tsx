import { Anchor } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import type { StoredTick } from '#web/platform/offline/building-on-device.ts';
import { counted } from '#web/ui/format.ts';
import { hideableToast } from '#web/ui/toasts.ts';
import type { HereGroup } from './shown.ts';
import type { TickState } from './tick-queue.ts';

interface TicksOfPage {
  /** Undefined without a roll call. */
  rollCall: number | undefined;
  tick: (states: TickState[]) => StoredTick[];
}

/** Ticks everybody of a group who is expected and missing; its undo takes these ticks back, and no one else's. */
export function useTickAll({ rollCall, tick }: TicksOfPage): (group: HereGroup) => void {
  const hideUndo = useRef(() => {});
  // After the end there is nothing to take back.
  useEffect(() => () => hideUndo.current(), [rollCall]);
  return useCallback(
    ({ title, people }) => {
      const open = people.filter(({ expected, accounted }) => expected && !accounted);
      const made = tick(open.map(({ number }) => ({ person: number, accounted: true })));
      const takeBack = () =>
        tick(made.map(({ person, number }) => ({ person, accounted: false, takes_back: number })));
      const hide = hideableToast(
        'success',
        <>
          {counted(open.length, 'person', 'people')} of {title} ticked.{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => {
              hide();
              takeBack();
            }}
          >
            Undo
          </Anchor>
        </>,
      );
      hideUndo.current = hide;
    },
    [tick],
  );
}
