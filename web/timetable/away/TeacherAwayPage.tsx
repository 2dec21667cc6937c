import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { teacherPicker } from '#web/school/teachers.ts';
import { AwayMeetings } from './AwayMeetings.tsx';
import { AwayPage } from './AwayPage.tsx';
import { periodOf } from './AwayPeriod.tsx';
import type { AwaySearch } from './search.ts';

/** All classes of an absent teacher in a period, covered or cancelled in one step. */
export function TeacherAwayPage() {
  const search = useSearch({ from: '/teacher-away' });
  const navigate = useNavigate({ from: '/teacher-away' });
  const { today } = useSession().config;
  const teacher = Number(search.teacher) || 0;
  const period = periodOf(search, today);
  const found = useQuery({
    queryKey: ['teacher-away', teacher, period],
    queryFn: ({ signal }) => request(getTeacherAway, { query: { teacher, ...period }, signal }),
    enabled: teacher > 0,
    placeholderData: keepPreviousData,
  });
  useLivePlan(period.from, period.to, 'teacher-away');
  const change = (next: AwaySearch & { teacher?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <AwayPage
      title="Teacher away"
      picker={
        <Picker
          label="Teacher"
          source={teacherPicker}
          value={teacher || null}
          onChange={(id) => change({ teacher: id === null ? undefined : String(id) })}
        />
      }
      search={search}
      change={change}
      found={teacher > 0 ? found : null}
      place={{ teacher }}
      nothingChosen="Choose who is away"
    >
      {(data) =>
        data.meetings.length > 0 && (
          <AwayMeetings
            key={JSON.stringify([teacher, period])}
            teacher={teacher}
            meetings={data.meetings}
          />
        )
      }
    </AwayPage>
  );
}
