import { Select } from '#web/ui/Select.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fullName } from '#contract/person-name.ts';
import { messages } from '#contract/texts.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { teacherById, teachersLike } from '#web/school/days.ts';

const allTeachers = { value: 'all', label: 'All Teachers' };

interface TeacherSelectorProps {
  /** `all` or a teacher's id. */
  value: string;
  onChange: (value: string) => void;
}

/** "All Teachers" and teachers; users who may not filter choose between all and themselves (R-ACCESS-4). */
export function TeacherSelector({ value, onChange }: TeacherSelectorProps) {
  const user = useUser();
  const searches = useCan()('Attendance', 'teacherFilter');
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [settled] = useDebouncedValue(text, 150);
  const own =
    user.teacher_id === null ? null : { value: String(user.teacher_id), label: user.name };
  const needsName = searches && value !== 'all' && value !== own?.value;
  const chosen = useQuery({ ...teacherById(Number(value)), enabled: needsName });
  const named = chosen.data?.results[0];
  const chosenName = named && fullName(named);
  const search =
    settled === allTeachers.label || settled === own?.label || settled === chosenName
      ? ''
      : settled;
  const found = useQuery({
    ...teachersLike(search),
    enabled: searches && opened,
    placeholderData: keepPreviousData,
  });

  const options = useMemo(() => {
    const others = [...(named ? [named] : []), ...(found.data?.results ?? [])].map((teacher) => ({
      value: String(teacher.id),
      label: fullName(teacher),
    }));
    const all = [allTeachers, ...(own ? [own] : []), ...others];
    return all.filter(
      (option, place) => all.findIndex((other) => other.value === option.value) === place,
    );
    // oxlint-disable-next-line react/exhaustive-deps -- `own` is a new object at each render.
  }, [named, found.data, own?.value, own?.label]);

  return (
    <Select
      aria-label="Teacher"
      data={options}
      value={value}
      searchable={searches}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      filter={searches ? ({ options: all }) => all : undefined}
      nothingFoundMessage={messages.noDataFound}
      error={found.isError ? messages.optionsFailed : undefined}
      allowDeselect={false}
      onChange={(next) => next && onChange(next)}
    />
  );
}
