import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { messages } from '#contract/texts.ts';
import { found, partTitles, type Choice, type Named, type Part } from './names.ts';
import classes from './TypeWeek.module.css';

interface NameInputProps {
  part: Part;
  choices: readonly Choice[];
  value: Named | null;
  /** What was typed to open it. */
  typed: string;
  isFirst: boolean;
  onChoose: (choice: Choice | null) => void;
  /** A text that was left without a choice. */
  onUnknown: (text: string) => void;
  /** Enter, and Tab in the last field. */
  onNext: (event: KeyboardEvent) => void;
}

/** A subject, a room or a teacher by letters: Tab and Enter take the marked one. */
export function NameInput({
  part,
  choices,
  value,
  typed,
  isFirst,
  onChoose,
  onUnknown,
  onNext,
}: NameInputProps) {
  const [text, setText] = useState<string | null>(typed || null);
  const combobox = useCombobox({ defaultOpened: typed !== '' });
  const options = found(choices, text ?? '');
  const { selectFirstOption, resetSelectedOption, dropdownOpened } = combobox;
  useEffect(() => {
    if (dropdownOpened && text) selectFirstOption();
    else resetSelectedOption();
  }, [text, dropdownOpened, selectFirstOption, resetSelectedOption]);

  function choose(choice: Choice) {
    onChoose(choice);
    setText(null);
    combobox.closeDropdown();
  }
  /** Takes what is marked, or the first one that fits what was typed. */
  function take() {
    const marked = dropdownOpened ? options[combobox.getSelectedOptionIndex()] : undefined;
    const choice = marked ?? (text?.trim() ? options[0] : undefined);
    if (choice) choose(choice);
    else leave();
  }
  function leave() {
    if (text === null) return;
    const isExact = options[0] && options.length === 1 ? options[0] : undefined;
    if (text.trim() === '') onChoose(null);
    else if (isExact) onChoose(isExact);
    else onUnknown(text.trim());
    setText(null);
    combobox.closeDropdown();
  }

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      onOptionSubmit={(id) => {
        const choice = options.find((one) => one.id === Number(id));
        if (choice) choose(choice);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          size="xs"
          aria-label={partTitles[part]}
          placeholder={partTitles[part]}
          value={text ?? value?.label ?? ''}
          autoComplete="off"
          data-autofocus={isFirst || undefined}
          // The text was typed in the cell: the next letter follows it.
          onFocus={({ currentTarget }) => text === null && currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
              // The library would press the marked option after it was taken.
              if (event.key === 'Enter') event.preventDefault();
              take();
              onNext(event);
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.options}>
        <Combobox.Options aria-label={partTitles[part]}>
          {options.map((option) => (
            <Combobox.Option
              key={option.id}
              value={String(option.id)}
              active={option.id === value?.id}
            >
              {option.label}
            </Combobox.Option>
          ))}
          {options.length === 0 && <Combobox.Empty>{messages.noDataFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
