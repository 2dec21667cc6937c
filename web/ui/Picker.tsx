import {
  CloseButton,
  Combobox,
  Loader,
  TextInput,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { messages, optionsOfFailed } from '#contract/texts.ts';
import { searchField } from '#web/platform/reader/fields.ts';
import type { PickerSource } from './picker.ts';
import classes from './Picker.module.css';
import { useSteadyOptions } from './useSteadyOptions.ts';
import { useOption, usePickerOptions, type Option } from './usePickerOptions.ts';

interface PickerProps {
  label: string;
  source: PickerSource;
  value: number | null;
  onChange: (id: number | null, option?: Option) => void;
  error?: ReactNode;
  /** The message when options cannot be loaded. */
  failure?: string;
  withAsterisk?: boolean;
  description?: string;
  placeholder?: string;
  /** Loads its first options before it is opened, so that an error shows at once. */
  eager?: boolean;
  /** Called when the options cannot be loaded, and when they can again. */
  onTrouble?: (failed: boolean) => void;
  'data-path'?: string;
}

/** Chooses one of many: type to search on the server, scroll for more. */
export function Picker({
  label,
  source,
  value,
  onChange,
  error,
  failure,
  placeholder,
  eager,
  onTrouble,
  ...input
}: PickerProps) {
  const [text, setText] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption();
      setText(null);
    },
  });
  const opened = combobox.dropdownOpened;
  const chosen = useOption(source, value);
  const found = usePickerOptions(source, text ?? '', opened || Boolean(eager));
  const { options, isError, isFetching } = found;
  const failed = failure ?? optionsOfFailed(source.title);
  const { onPointerDownCapture, onKeyDownCapture, isAimed } = useSteadyOptions(
    combobox,
    options.map(({ id }) => String(id)),
  );

  useEffect(() => onTrouble?.(isError), [isError, onTrouble]);

  const field = useRef<HTMLInputElement>(null);
  // Typing replaces the name of the chosen record, also where the name arrives after the focus.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.select();
  }, [chosen]);

  function choose(id: number) {
    onChange(
      id,
      options.find((option) => option.id === id),
    );
    setText(null);
    combobox.closeDropdown();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={(id) => isAimed(id) && choose(Number(id))}>
      <Combobox.Target>
        <TextInput
          {...input}
          {...{ [searchField]: true }}
          ref={field}
          label={label}
          value={text ?? chosen}
          placeholder={placeholder ?? 'Type to search'}
          error={error ?? (isError ? failed : undefined)}
          autoComplete="off"
          rightSection={
            isFetching && opened ? (
              <Loader size="xs" aria-hidden="true" />
            ) : value === null ? (
              <Combobox.Chevron />
            ) : (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={`Clear ${label}`}
                onClick={() => onChange(null)}
              />
            )
          }
          rightSectionPointerEvents={value !== null ? 'all' : 'none'}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            onKeyDownCapture();
            // Enter chooses an option, and must not submit the form.
            if (event.key === 'Enter' && opened) event.preventDefault();
            const takes = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
            const isMarked = combobox.getSelectedOptionIndex() !== -1;
            const [first] = found.stale ? [] : options;
            // A text is not dropped: without a marked option it means the first that was found.
            if (takes && opened && text?.trim() && first && !isMarked) choose(first.id);
          }}
          onBlur={() => {
            // By keyboard the field is emptied by its text.
            if (text?.trim() === '' && value !== null) onChange(null);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          className={classes.options}
          onPointerDownCapture={onPointerDownCapture}
          data-stale={found.stale || undefined}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            if (found.hasNextPage && !isFetching && scrollTop + clientHeight > scrollHeight - 80)
              void found.fetchNextPage();
          }}
        >
          {options.map((option) => (
            <Combobox.Option
              key={option.id}
              value={String(option.id)}
              data-option={option.id}
              active={option.id === value}
            >
              {option.label}
            </Combobox.Option>
          ))}
          {options.length === 0 && (
            <Combobox.Empty>
              {isFetching ? messages.fetching : isError ? failed : messages.noDataFound}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {isError && (
          <UnstyledButton
            className={classes.retry}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void found.refetch()}
          >
            Retry
          </UnstyledButton>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
