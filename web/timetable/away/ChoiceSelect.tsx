import { NativeSelect } from '@mantine/core';

/** A teacher or room, another choice by its name, null to cancel, or undefined to leave the class as it is. */
type Chosen = number | string | null | undefined;

interface ChoiceSelectProps<Choice extends Chosen> {
  of: { subject: { subject_code: string }; start_time: string };
  value: Choice;
  /** A choice that stands before the others. */
  first?: { value: string; text: string } | false;
  description?: string | undefined;
  /** The teachers or rooms, under a heading. */
  heading: string;
  proposals: { id: number; text: string }[];
  onChoose: (choice: Choice) => void;
}

const leave = 'leave';
const cancel = 'cancel';

const textOf = (choice: Chosen): string =>
  choice === undefined ? leave : choice === null ? cancel : String(choice);

const chosenBy = (text: string): Chosen => {
  if (text === leave) return undefined;
  if (text === cancel) return null;
  return /^\d+$/.test(text) ? Number(text) : text;
};

/** What happens with a class whose teacher or room is away. */
export const ChoiceSelect = <Choice extends Chosen>({
  of,
  value,
  first,
  description,
  heading,
  proposals,
  onChoose,
}: ChoiceSelectProps<Choice>) => (
  <NativeSelect
    aria-label={`${of.subject.subject_code}, ${of.start_time}`}
    description={description}
    value={textOf(value)}
    onChange={(event) => onChoose(chosenBy(event.currentTarget.value) as Choice)}
  >
    {first && <option value={first.value}>{first.text}</option>}
    <option value={leave}>Leave as it is</option>
    <option value={cancel}>Cancel</option>
    {proposals.length > 0 && (
      <optgroup label={heading}>
        {proposals.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </optgroup>
    )}
  </NativeSelect>
);
