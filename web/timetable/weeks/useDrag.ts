import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import type { WeekClass } from '#contract/timetable/week.ts';
import { canBeTaken } from '../meetings/meeting-text.ts';
import { droppedAt, type Drop } from './drag.ts';

/** Smaller movements count as a click. */
const minDistancePx = 6;

interface Grip {
  x: number;
  y: number;
  /** From the top of the block to the pointer, in px. */
  offset: number;
}

export interface Dragged extends Drop {
  it: WeekClass;
}

interface DragOptions {
  /** The first hour that is drawn, and how many there are. */
  first: number;
  hours: number;
  /** Omitted where classes cannot be dragged. */
  onDrop: ((dragged: Dragged) => void) | undefined;
}

/** A block that is dragged with the mouse to another day and time; the menu moves it by keyboard. */
export function useDrag({ first, hours, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const grip = useRef<Grip | null>(null);
  const wasDragged = useRef(false);
  /** Listens for Escape while a block is dragged. */
  const listening = useRef<AbortController>(null);

  const targetOf = (it: WeekClass, event: PointerEvent<HTMLElement>, { offset }: Grip) => {
    const { clientX, clientY } = event;
    // Its position in the week.
    const own = event.currentTarget.closest('[data-week]');
    const columns = [...(own?.querySelectorAll<HTMLElement>('[data-day] > ul') ?? [])];
    const list = columns.find((one) => {
      const { left, right } = one.getBoundingClientRect();
      return clientX >= left && clientX < right;
    });
    const date = list?.parentElement?.dataset.day;
    if (!list || date === undefined) return null;
    const { top, height } = list.getBoundingClientRect();
    const minute = first * 60 + ((clientY - offset - top) / height) * hours * 60;
    return { it, ...droppedAt(it, date, minute) };
  };
  const end = () => {
    grip.current = null;
    setDragged(null);
    listening.current?.abort();
  };

  const handlersOf = (it: WeekClass) => {
    if (!onDrop || !canBeTaken(it)) return {};
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const block = event.currentTarget;
        wasDragged.current = false;
        // On a phone the week is a list; there a finger scrolls.
        const isPlaced = getComputedStyle(block.parentElement ?? block).position === 'absolute';
        if (event.button !== 0 || event.pointerType === 'touch' || !isPlaced) return;
        const offset = event.clientY - block.getBoundingClientRect().top;
        grip.current = { x: event.clientX, y: event.clientY, offset };
        listening.current = new AbortController();
        window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), {
          signal: listening.current.signal,
        });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = grip.current;
        if (!from) return;
        const distance = Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (!dragged && distance < minDistancePx) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = true;
        const target = targetOf(it, event, from);
        if (target) setDragged(target);
      },
      onPointerUp() {
        if (dragged) onDrop(dragged);
        end();
      },
      onPointerCancel: end,
      // A drag must not open the link.
      onClick(event: MouseEvent) {
        if (wasDragged.current) event.preventDefault();
        wasDragged.current = false;
      },
    };
  };
  return { dragged, handlersOf };
}
