import { useCallback, useEffect, useState } from 'react';
import { fullName } from '#contract/person-name.ts';
import { getMyAttendance } from '#contract/attendance/my-attendance.endpoints.ts';
import type { MyAttendance } from '#contract/attendance/my-attendance.ts';
import { keysOf } from '#contract/keys-of.ts';
import { request } from '../platform/api.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LeavePanel } from './LeavePanel.tsx';
import { Problem } from './Problem.tsx';
import { loadConfig, signOut } from './session.ts';
import { SubjectsPanel } from './SubjectsPanel.tsx';
import { useLoaded } from './useLoaded.ts';
import { WeekPanel } from './WeekPanel.tsx';

const panels = { week: 'Week', subjects: 'Subjects', history: 'History', leave: 'Leave' } as const;
type Panel = keyof typeof panels;
const names = keysOf<Panel>(panels);

const panelOf = (hash: string): Panel => names.find((name) => `#${name}` === hash) ?? 'week';

/** ", present in 42 of 50 classes" of the subjects; empty before the first mark. */
function presentText({ subjects }: MyAttendance): string {
  const all = subjects.filter(({ class_type }) => class_type === null);
  const present = all.reduce((sum, subject) => sum + subject.present, 0);
  const marked = all.reduce((sum, subject) => sum + subject.present + subject.absent, 0);
  return marked === 0
    ? ''
    : `, present in ${present} of ${marked} ${marked === 1 ? 'class' : 'classes'}`;
}

/** A student's own page (R-ME-2). */
export function MePage() {
  const [panel, setPanel] = useState(() => panelOf(location.hash));
  const [date, setDate] = useState<string>();
  const config = useLoaded(loadConfig);
  const load = useCallback(
    () => request(getMyAttendance, date === undefined ? {} : { query: { date } }),
    [date],
  );
  const own = useLoaded(load);
  const { reload } = own;
  useEffect(() => {
    const follow = () => {
      setPanel(panelOf(location.hash));
      reload();
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [reload]);
  const error = own.error ?? config.error;
  if (!own.data || !config.data) {
    if (error)
      return (
        <main className="narrow">
          <h1>My attendance</h1>
          <Problem error={error} onRetry={own.reload} />
          <button type="button" onClick={() => void signOut()}>
            Logout
          </button>
        </main>
      );
    return (
      <p className="wait" role="status">
        Please Wait
      </p>
    );
  }
  const { student, check_in_open } = own.data;
  const { locale, time_zone } = config.data;
  /** A step of the browser's history: *Back* leads to the tab before. */
  const show = (name: Panel) => {
    if (name === panel) return;
    history.pushState(null, '', `#${name}`);
    setPanel(name);
    // Marks may have been made or changed meanwhile.
    reload();
  };
  return (
    <>
      <header className="top">
        <div>
          <h1>{fullName(student)}</h1>
          <p className="dim">
            {student.student_id}
            {presentText(own.data)}
          </p>
        </div>
        <button type="button" onClick={() => void signOut()}>
          Logout
        </button>
      </header>
      <nav className="tabs" aria-label="My attendance">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === panel ? 'page' : undefined}
            onClick={() => show(name)}
          >
            {panels[name]}
          </button>
        ))}
      </nav>
      <main>
        {own.error && <Problem error={own.error} onRetry={own.reload} />}
        {panel === 'week' && (
          <>
            {check_in_open && (
              <p className="note">
                Check-in by QR code is open for one of your classes.{' '}
                <a href="/q">Type the digits</a> if you cannot scan it.
              </p>
            )}
            <WeekPanel own={own.data} locale={locale} onWeek={setDate} onChange={own.reload} />
          </>
        )}
        {panel === 'subjects' && <SubjectsPanel subjects={own.data.subjects} />}
        {panel === 'history' && <HistoryPanel locale={locale} />}
        {panel === 'leave' && (
          <LeavePanel locale={locale} timeZone={time_zone} today={own.data.today} />
        )}
        <p>
          <a href="/guide/student.html" target="_blank" rel="noreferrer">
            Help
          </a>
        </p>
      </main>
    </>
  );
}
