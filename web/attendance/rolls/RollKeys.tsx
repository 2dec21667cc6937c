import { ActionIcon, Anchor } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { modals } from '@mantine/modals';
import { useEffect } from 'react';
import { whenDialogsMount } from '#web/ui/dialog-queue.ts';
import { focusedTextField } from '#web/ui/typing.ts';
import { cardField } from '#web/platform/reader/fields.ts';
import classes from './Attendance.module.css';

const keys = [
  ['↓ ↑', 'from row to row; ↓ from the reader’s field to the first one'],
  ['→ ←', 'from face to face'],
  ['P, A', 'mark the row present or absent'],
  ['L', 'how late the student came, or how early they left'],
  ['E', 'why the student is absent'],
  ['Ctrl Z', 'take back what was done last'],
  ['Esc', 'back to the reader’s field'],
  ['?', 'this help'],
];

const help = (
  <>
    <dl className={classes.keys}>
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <Anchor size="sm" href="/guide/teacher.html#take-the-roll" target="_blank" rel="noreferrer">
      Guide: take the roll
    </Anchor>
  </>
);
const show = () =>
  whenDialogsMount(() => modals.open({ modalId: 'roll-keys', title: 'Keys', children: help }));

/** Lists the roll's keyboard shortcuts; opened by its button or `?`. */
export function RollKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Within the number of a card it is the reader's.
      if (event.defaultPrevented) return;
      const field = focusedTextField();
      // No card and no ID starts with it, so that it is a key in the empty reader's field too.
      if (event.key !== '?' || (field && !(field.hasAttribute(cardField) && !field.value))) return;
      event.preventDefault();
      show();
    };
    // Before the help of every page, for which this is the key as well.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Keys"
      className={classes.keysButton}
      title="Keys (?)"
      onClick={show}
    >
      <IconKeyboard size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
