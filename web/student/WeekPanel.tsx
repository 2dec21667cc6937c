import type { MyAttendance, MyMeeting } from '#contract/my-attendance.ts';
import { CalendarLink } from './CalendarLink.tsx';
import { addDays, changeText, dayText, markText } from './text.ts';

interface WeekPanelProps {
  own: MyAttendance;
  locale: string;
  onWeek: (date: string) => void;
  onChange: () => void;
}

/** The week by day, today first seen: rooms, changes and marks. */
export function WeekPanel({ own, locale, onWeek, onChange }: WeekPanelProps) {
  const { monday, today, week } = own;
  const days = [...Map.groupBy(week, (meeting) => meeting.date)];
  return (
    <section aria-label="Week">
      <div className="row">
        <button type="button" onClick={() => onWeek(addDays(monday, -7))}>
          Previous
        </button>
        <h2>
          {dayText(monday, locale)} – {dayText(addDays(monday, 6), locale)}
        </h2>
        <button type="button" onClick={() => onWeek(addDays(monday, 7))}>
          Next
        </button>
      </div>
      {days.length === 0 && <p className="empty">No classes in this week.</p>}
      {days.map(([date, meetings]) => (
        <section key={date} className={date === today ? 'day today' : 'day'}>
          <h3>{date === today ? `Today, ${dayText(date, locale)}` : dayText(date, locale)}</h3>
          <ul>
            {meetings.map((meeting) => (
              <Meeting
                key={`${meeting.subject_code} ${meeting.start_time} ${meeting.status}`}
                meeting={meeting}
                locale={locale}
              />
            ))}
          </ul>
        </section>
      ))}
      <CalendarLink since={own.calendar_link} onChange={onChange} />
    </section>
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
          <b>{meeting.subject_name}</b> <span className="dim">{meeting.subject_code}</span>
        </p>
        <p className="dim">
          {meeting.class_type}, room {meeting.room_number}, {meeting.teacher}
        </p>
        {changed && <p className="changed">{changed}</p>}
        {mark && <p className={meeting.mark === 'Absent' ? 'absent' : 'present'}>{mark}</p>}
      </div>
    </li>
  );
}
