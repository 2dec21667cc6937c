import { useEffect, useRef, type KeyboardEvent } from 'react';
import { withPart, withQuestion, type Fixed, type NewClass } from './grid-state.ts';
import { NameInput } from './NameInput.tsx';
import { meant, parts, type Choices } from './names.ts';
import { isOfCells, textsOf } from './pasted.ts';
import type { Typing } from './useTyping.ts';
import classes from './TypeWeek.module.css';

interface ClassEditorProps {
  of: NewClass;
  typing: Typing;
  choices: Choices;
  fixed: Fixed;
  paste: (text: string) => void;
}

/** The fields of a class in its cell: subject, room, teacher. */
export function ClassEditor({ of, typing, choices, fixed, paste }: ClassEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const first = parts.find((part) => of[part] === null) ?? 'subject';
  /** What the week says already is typed in no class. */
  const last = parts.findLast((part) => !fixed[part]) ?? 'subject';
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [of.key]);

  function next(event: KeyboardEvent, at: number) {
    if (parts[at] === last || at === parts.length - 1) {
      event.preventDefault();
      typing.next();
    } else if (event.key === 'Enter') root.current?.querySelectorAll('input')[at + 1]?.focus();
  }

  return (
    <div
      ref={root}
      role="group"
      aria-label="New class"
      className={classes.editor}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) typing.leave();
      }}
      onKeyDown={(event) => {
        // The grid's own keys do not apply within a field.
        event.stopPropagation();
        const isBefore = event.key === 'Tab' && event.shiftKey;
        if (
          event.key === 'Escape' ||
          (isBefore && event.target === root.current?.querySelector('input'))
        ) {
          event.preventDefault();
          // Its text is taken as by any other way out; Escape drops it.
          if (isBefore && event.target instanceof HTMLElement) event.target.blur();
          typing.leave();
          typing.go(typing.active);
        }
      }}
      onPaste={(event) => {
        event.stopPropagation();
        const text = event.clipboardData.getData('text/plain');
        if (!isOfCells(text.trimEnd()) && textsOf(text, choices).length < 2) return;
        event.preventDefault();
        typing.leave();
        paste(text);
      }}
    >
      {parts.map((part, at) => (
        <NameInput
          key={`${of.key} ${part}`}
          part={part}
          choices={choices[part]}
          value={of[part]}
          typed={part === first ? (typing.editing?.text ?? '') : ''}
          isFirst={part === first}
          onChoose={(choice) => typing.change((grid) => withPart(grid, of.key, part, choice))}
          onUnknown={(text) =>
            typing.change((grid) =>
              withQuestion(grid, of.key, { text, part, choices: meant(choices, text) }),
            )
          }
          onNext={(event) => next(event, at)}
        />
      ))}
    </div>
  );
}
