import {
  ActionIcon,
  Badge,
  Button,
  Combobox,
  Group,
  Text,
  TextInput,
  Title,
  useCombobox,
} from '@mantine/core';
import { IconCamera, IconId } from '@tabler/icons-react';
import { useState } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import type { Student } from '#contract/student.ts';
import { fullName } from '#contract/person-name.ts';
import classes from './Attendance.module.css';
import { PersonName } from '#web/ui/PersonName.tsx';
import { cardField } from '#web/platform/reader/fields.ts';
import { movedText } from '#web/ui/aimed-press.ts';
import { toast } from '#web/ui/toasts.ts';
import { useSteadyOptions } from '#web/ui/useSteadyOptions.ts';
import { SoundSwitch } from './SoundSwitch.tsx';
import { focusFirstRow } from './useRowKeys.ts';
import type { ChosenStudent } from './tap-of.ts';
import { useSuggestions } from './useSuggestions.ts';

interface CheckInCardProps {
  roll: RollRow[];
  waiting: number;
  onCheckIn: (cardOrId: string) => void;
  onChoose: (chosen: ChosenStudent) => void;
  camera: { isOpen: boolean; open: () => void; close: () => void };
}

/** The field for a card number or student ID, with suggestions from the fourth character on (R-ROLL-7). */
export function CheckInCard({ roll, waiting, onCheckIn, onChoose, camera }: CheckInCardProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { fromRoll, others } = useSuggestions(text, roll);
  const { onPointerDownCapture, onKeyDownCapture, isAimed } = useSteadyOptions(combobox, [
    ...fromRoll.map((row) => String(row.student)),
    ...others.map(({ id }) => String(id)),
  ]);

  function submit(value: string) {
    const wanted = value.trim();
    if (!wanted) return setProblem(messages.required);
    clear();
    onCheckIn(wanted);
  }
  function clear() {
    setProblem(null);
    setText('');
    combobox.closeDropdown();
  }
  /**
   * By number: the ID on the screen may be another student's by now. Where the suggestions have changed under the finger,
   * it was on another one.
   */
  function choose(value: string) {
    const student = Number(value);
    if (!isAimed(value)) return toast('error', movedText);
    const chosen =
      fromRoll.find((row) => row.student === student) ?? others.find(({ id }) => id === student);
    if (!chosen) return;
    clear();
    onChoose({ student, name: fullName(chosen) });
  }

  return (
    <section className={classes.checkIn} aria-labelledby="check-in-title">
      <div className={classes.zoneHead}>
        <Title order={2} size="h6" id="check-in-title">
          RFID check-in
        </Title>
        {waiting > 0 && (
          <Badge color="#f4a93a" variant="filled" c="#3a2500" role="status">
            {waiting} waiting
          </Badge>
        )}
        <SoundSwitch />
      </div>
      <form
        className={classes.checkInForm}
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
        }}
      >
        <Combobox store={combobox} onOptionSubmit={choose}>
          <Combobox.Target>
            <TextInput
              {...{ [cardField]: true }}
              aria-label="Card number or student ID"
              placeholder="Card or ID"
              leftSection={<IconId size={18} aria-hidden="true" />}
              rightSection={<CameraSwitch camera={camera} />}
              size="md"
              autoComplete="off"
              autoFocus
              value={text}
              error={problem}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setProblem(null);
                combobox.openDropdown();
              }}
              onKeyDown={(event) => {
                onKeyDownCapture();
                if (event.key !== 'ArrowDown' || fromRoll.length + others.length > 0) return;
                event.preventDefault();
                focusFirstRow();
              }}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={fromRoll.length + others.length === 0}>
            <Combobox.Options
              aria-label="Suggestions"
              mah={200}
              className={classes.suggestions}
              onPointerDownCapture={onPointerDownCapture}
            >
              {fromRoll.map((row) => (
                <Suggestion
                  key={row.student}
                  id={row.student}
                  student={row}
                  note={row.status === 'N/A' ? undefined : row.status}
                />
              ))}
              {others.map((student) => (
                <Suggestion
                  key={student.id}
                  id={student.id}
                  student={student}
                  note="not in this class"
                />
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        <Button type="submit" size="md">
          Check in
        </Button>
      </form>
    </section>
  );
}

function CameraSwitch({ camera }: Pick<CheckInCardProps, 'camera'>) {
  return (
    <ActionIcon
      variant={camera.isOpen ? 'filled' : 'subtle'}
      size={34}
      aria-label="Camera"
      title="Read cards with the camera"
      aria-pressed={camera.isOpen}
      onClick={camera.isOpen ? camera.close : camera.open}
    >
      <IconCamera size={20} aria-hidden="true" />
    </ActionIcon>
  );
}

interface SuggestionProps {
  id: number;
  student: Pick<Student, 'student_id' | 'first_name' | 'last_name'>;
  note?: string;
}

function Suggestion({ id, student, note }: SuggestionProps) {
  return (
    <Combobox.Option value={String(id)} data-option={id}>
      <Group justify="space-between" gap="xs">
        <span>
          <PersonName of={student} /> · {student.student_id}
        </span>
        {note && (
          <Text span size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </Combobox.Option>
  );
}
