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
import { useDebouncedValue } from '@mantine/hooks';
import { IconCamera, IconId, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { RollRow } from '#contract/marks.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { Student } from '#contract/student.ts';
import { request } from '#web/platform/api.ts';
import classes from './Attendance.module.css';
import { saveSound, soundIsOn } from '#web/platform/reader/sound.ts';
import { cardField } from '#web/platform/reader/useReader.ts';
import { suggestFromRoll } from './suggestions.ts';
import { focusFirstRow } from './useRowKeys.ts';

interface CheckInCardProps {
  roll: RollRow[];
  waiting: number;
  onCheckIn: (cardOrId: string) => void;
  camera: { isOpen: boolean; open: () => void; close: () => void };
}

/** The field for a card number or student ID, with suggestions from the fourth character on (R-ROLL-7). */
export function CheckInCard({ roll, waiting, onCheckIn, camera }: CheckInCardProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [sound, setSound] = useState(soundIsOn);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { fromRoll, others } = useSuggestions(text, roll);

  function submit(value: string) {
    const wanted = value.trim();
    if (!wanted) return setProblem(messages.required);
    setProblem(null);
    setText('');
    combobox.closeDropdown();
    onCheckIn(wanted);
  }

  function switchSound() {
    saveSound(!sound);
    setSound(!sound);
  }

  const option = (
    student: Pick<Student, 'id' | 'student_id' | 'first_name' | 'last_name'>,
    note?: string,
  ) => (
    <Combobox.Option key={student.student_id} value={student.student_id}>
      <Group justify="space-between" gap="xs">
        <span>
          {student.first_name} {student.last_name} · {student.student_id}
        </span>
        {note && (
          <Text span size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </Combobox.Option>
  );

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
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label="Sound"
          title={sound ? 'Sound is on' : 'Sound is off'}
          aria-pressed={sound}
          onClick={switchSound}
        >
          {sound ? (
            <IconVolume size={16} aria-hidden="true" />
          ) : (
            <IconVolumeOff size={16} aria-hidden="true" />
          )}
        </ActionIcon>
      </div>
      <form
        className={classes.checkInForm}
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
        }}
      >
        <Combobox store={combobox} onOptionSubmit={submit}>
          <Combobox.Target>
            <TextInput
              {...{ [cardField]: true }}
              aria-label="Card number or student ID"
              placeholder="Card or ID"
              leftSection={<IconId size={18} aria-hidden="true" />}
              rightSection={
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
              }
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
                if (event.key !== 'ArrowDown' || fromRoll.length + others.length > 0) return;
                event.preventDefault();
                focusFirstRow();
              }}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={fromRoll.length + others.length === 0}>
            <Combobox.Options aria-label="Suggestions" mah={200} className={classes.suggestions}>
              {fromRoll.map((row) =>
                option({ ...row, id: row.student }, row.status === 'N/A' ? undefined : row.status),
              )}
              {others.map((student) => option(student, 'not in this class'))}
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

/** Students of the roll first, then others from the server, labelled as not in this class. */
function useSuggestions(text: string, roll: RollRow[]) {
  const wanted = text.trim();
  const isSearching = wanted.length > limits.suggestionsAfter;
  const [settled] = useDebouncedValue(wanted, 150);
  const found = useQuery({
    queryKey: ['suggestions', settled],
    queryFn: ({ signal }) =>
      request(studentEndpoints.list, {
        query: { search: settled, limit: limits.suggestionRows },
        signal,
      }),
    enabled: isSearching && settled.length > limits.suggestionsAfter,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!isSearching) return { fromRoll: [], others: [] };
    const inClass = new Set(roll.map((row) => row.student));
    return {
      fromRoll: suggestFromRoll(roll, wanted, limits.suggestionRows),
      others: (settled === wanted ? (found.data?.results ?? []) : []).filter(
        (student) => !inClass.has(student.id),
      ),
    };
  }, [isSearching, wanted, settled, roll, found.data]);
}
