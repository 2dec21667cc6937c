import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { codeQuery } from '#web/platform/code-query.ts';
import { searchField } from '#web/platform/reader/fields.ts';
import classes from './Search.module.css';
import type { SearchListHandle } from './SearchList.tsx';

const listCode = queryOptions({
  ...codeQuery,
  queryKey: ['code', 'search'],
  queryFn: () => import('./SearchList.tsx'),
});

interface SearchFieldProps {
  /** Results come for text longer than this. */
  after: number;
  /**
   * The list covers the page below; otherwise it is below the field, with recently opened pages
   * before the user types.
   */
  floating?: boolean;
  /** Called when a result was opened. */
  onLeave?: () => void;
  hint?: ReactNode;
}

/**
 * One field for everything: pages, actions and records (a combobox with a list, WAI-ARIA). The list's
 * code is loaded when the field is first used.
 */
export function SearchField({ after, floating, onLeave, hint }: SearchFieldProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(!floating);
  const [active, setActive] = useState<string>();
  /** Enter was pressed: the first result opens as soon as it is known. */
  const [entered, setEntered] = useState(false);
  const [used, setUsed] = useState(!floating);
  const list = useRef<SearchListHandle>(null);
  const id = useId();
  const code = useQuery({ ...listCode, enabled: used });
  const hasQuery = text.trim().length > after;
  const shown = open && (hasQuery || !floating) && code.data !== undefined;
  const List = code.data?.SearchList;

  function leave() {
    setText('');
    setEntered(false);
    setOpen(!floating);
    if (floating) document.getElementById('page')?.focus();
    onLeave?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter of a card reader is handled elsewhere; Enter during a composition belongs to the input
    // method.
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && hasQuery) {
      setOpen(true);
      setEntered(true);
    } else if (event.key === 'Enter' && shown) list.current?.open();
    else if (event.key === 'Escape' && floating) {
      if (!open) setText('');
      setOpen(false);
    } else if (shown && list.current?.move(event.key)) event.preventDefault();
    else if (event.key === 'ArrowDown' && hasQuery) setOpen(true);
  }

  return (
    <div
      className={floating ? classes.field : undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!floating || currentTarget.contains(relatedTarget)) return;
        setOpen(false);
        setEntered(false);
      }}
    >
      <TextInput
        role="combobox"
        {...{ [searchField]: true }}
        aria-label="Search pages and records"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown ? active : undefined}
        aria-autocomplete="list"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.searchLength}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={hint}
        rightSectionWidth={hint ? 62 : undefined}
        rightSectionPointerEvents="none"
        // Keys after the one that opened the dialog belong to the field.
        autoFocus={!floating}
        data-autofocus={floating ? undefined : true}
        value={text}
        onFocus={() => setUsed(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setEntered(false);
          setUsed(true);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {List && shown && (
        <div className={floating ? classes.floating : classes.below}>
          <List
            ref={list}
            id={`${id}-list`}
            text={hasQuery ? text : ''}
            entered={entered}
            onEntered={() => setEntered(false)}
            onActive={setActive}
            onLeave={leave}
          />
        </div>
      )}
    </div>
  );
}
