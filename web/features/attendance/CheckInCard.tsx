import { ActionIcon, Badge, Button, Combobox, Group, Text, TextInput, Title, Tooltip, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconId, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RollRow } from '../../../contract/attendance.ts';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Student } from '../../../contract/student.ts';
import { api } from '../../app/api.ts';
import classes from './Attendance.module.css';
import { keepSound, soundIsOn } from './sound.ts';
import { suggestFromRoll } from './suggestions.ts';
import { cardField } from './useCardReader.ts';
import { TapPanel } from './TapPanel.tsx';
import type { TapResult } from './useMarking.ts';

interface CheckInCardProps {
  roll: RollRow[];
  result: TapResult | null;
  waiting: number;
  onCheckIn: (cardOrId: string) => void;
}

/** A card number or a student id, with suggestions from the fourth character on (spec §2, §5). */
export function CheckInCard({ roll, result, waiting, onCheckIn }: CheckInCardProps) {
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
    keepSound(!sound);
    setSound(!sound);
  }

  const option = (student: Pick<Student, 'id' | 'student_id' | 'first_name' | 'last_name'>, note?: string) => (
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
    <section className={`at-card ${classes.checkInCard}`} aria-labelledby="check-in-title">
      <div className={classes.checkIn}>
        <Group justify="space-between">
          <Title order={2} size="h5" id="check-in-title">
            RFID check-in
          </Title>
          <Group gap="xs">
            {waiting > 0 && (
              <Badge color="#f4a93a" variant="filled" c="#3a2500" role="status">
                {waiting} waiting
              </Badge>
            )}
            <Tooltip label={sound ? 'Sound is on' : 'Sound is off'}>
              <ActionIcon variant="subtle" aria-label="Sound" aria-pressed={sound} onClick={switchSound}>
                {sound ? <IconVolume size={18} aria-hidden="true" /> : <IconVolumeOff size={18} aria-hidden="true" />}
              </ActionIcon>
            </Tooltip>
          </Group>
        </Group>
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
                placeholder="Tap a card or type a student ID"
                leftSection={<IconId size={18} aria-hidden="true" />}
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
                onBlur={() => combobox.closeDropdown()}
              />
            </Combobox.Target>
            <Combobox.Dropdown hidden={fromRoll.length + others.length === 0}>
              <Combobox.Options aria-label="Suggestions" mah={200} className={classes.suggestions}>
                {fromRoll.map((row) => option({ ...row, id: row.student }, row.status === 'N/A' ? undefined : row.status))}
                {others.map((student) => option(student, 'not in this class'))}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
          <Button type="submit" size="md">
            Check in
          </Button>
        </form>
      </div>
      <TapPanel result={result} />
    </section>
  );
}

/** The roll's own students first, then others from the server, marked as not in this class. */
function useSuggestions(text: string, roll: RollRow[]) {
  const wanted = text.trim();
  const asked = wanted.length > limits.suggestionsAfter;
  const [settled] = useDebouncedValue(wanted, 150);
  const found = useQuery({
    queryKey: ['suggestions', settled],
    queryFn: ({ signal }) => api.get<List<Student>>('attendance/students/', { query: { search: settled, limit: limits.suggestionRows }, signal }),
    enabled: asked && settled.length > limits.suggestionsAfter,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!asked) return { fromRoll: [], others: [] };
    const inClass = new Set(roll.map((row) => row.student));
    return {
      fromRoll: suggestFromRoll(roll, wanted, limits.suggestionRows),
      others: (settled === wanted ? (found.data?.results ?? []) : []).filter((student) => !inClass.has(student.id)),
    };
  }, [asked, wanted, settled, roll, found.data]);
}
