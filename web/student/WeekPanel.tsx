import { withGroup } from '#contract/class-name.ts';
import type { MyAttendance, MyMeeting } from '#contract/attendance/my-attendance.ts';
import { CalendarLink } from './CalendarLink.tsx';
import { addDays, changeText, dayText, markClass, markText, shortDate } from './text.ts';

interface WeekPanelProps {
  own: MyAttendance;
  locale: string;
  onWeek: (date: string) => void;
  onChange: () => void;
}

/** Today, and the other days of the week: rooms, changes and marks. */
export function WeekPanel({ own, locale, onWeek, onChange }: WeekPanelProps) {
  const { monday, today, week } = own;
  const days = Map.groupBy(week, (meeting) => meeting.date);
  const isThisWeek = today >= monday && today <= addDays(monday, 6);
  const others = [...days].filter(([date]) => date !== today);
  return (
    <section aria-label="Week">
      <div className="row">
        <button type="button" onClick={() => onWeek(addDays(monday, -7))}>
          Previous
        </button>
        <h2>
          {shortDate(monday, locale)} – {shortDate(addDays(monday, 6), locale)}
        </h2>
        <button type="button" onClick={() => onWeek(addDays(monday, 7))}>
          Next
        </button>
      </div>
      {isThisWeek && (
        <section className="day today">
          <h3>Today, {dayText(today, locale)}</h3>
          <Meetings of={days.get(today) ?? []} locale={locale} />
        </section>
      )}
      {others.length === 0 && !isThisWeek && <p className="empty">No classes in this week.</p>}
      {others.map(([date, meetings]) => (
        <section key={date} className="day">
          <h3>{dayText(date, locale)}</h3>
          <Meetings of={meetings} locale={locale} />
        </section>
      ))}
      <CalendarLink since={own.calendar_link} onChange={onChange} />
    </section>
  );
}

function Meetings({ of, locale }: { of: MyMeeting[]; locale: string }) {
  if (of.length === 0) return <p className="dim">No classes.</p>;
  return (
    <ul>
      {of.map((meeting) => (
        <Meeting
          key={`${meeting.subject_code} ${meeting.start_time} ${meeting.status}`}
          meeting={meeting}
          locale={locale}
        />
      ))}
    </ul>
  );
}

function Meeting({ meeting, locale }: { meeting: MyMeeting; locale: string }) {
  const changed = changeText(meeting, locale);
  const mark = markText(meeting);
  return (
    <li className={meeting.status === 'scheduled' ? 'card' : 'card gone'}>
      <p className="time">
        {meeting.start_time} – {meeting.end_time}
      </p>
      <div>
        <p>
          <b>{meeting.subject_name}</b>{' '}
          <span className="dim">{withGroup(meeting.subject_code, meeting.group_name)}</span>
        </p>
        <p className="dim">
          {meeting.class_type}, room {meeting.room_number}, {meeting.teacher}
        </p>
        {changed && <p className="changed">{changed}</p>}
        {mark && <p className={markClass(meeting.mark, meeting.excused)}>{mark}</p>}
      </div>
    </li>
  );
}
