import type { MouseEvent } from 'react';

const controls = 'a, button, input, select, label, [role=menu]';

/** Attributes of a row that a click opens, unless it is on a control or ends a selection of text. */
export const openedByClick = <Row>(row: Row, onOpen: ((row: Row) => void) | undefined) =>
  onOpen && {
    'data-opens': true,
    onClick: ({ target }: MouseEvent) => {
      const isControl = target instanceof Element && target.closest(controls) !== null;
      if (!isControl && !getSelection()?.toString()) onOpen(row);
    },
  };
