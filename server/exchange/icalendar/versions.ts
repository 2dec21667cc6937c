import type { CalendarEvent, Notice } from './calendar-event.ts';

/**
 * Of several events with the same UID and start the one with the highest sequence. Other starts are other events,
 * as some programs export each date of a class, unless a series is a later version of another one.
 */
export function latestOf(events: CalendarEvent[], notice: Notice): CalendarEvent[] {
  const latest = new Map<string, CalendarEvent>();
  const leave = (dropped: CalendarEvent, other: CalendarEvent) =>
    notice(dropped.line, 'skipped', 'UID', `is the same as that of line ${other.line}`);
  for (const event of events) {
    const { uid, recurrenceId, recurrenceDay, isFromThenOn, zone, start } = event;
    const day = recurrenceDay ?? recurrenceId?.toString() ?? `at ${String(zone.instantOf(start))}`;
    const key = `${uid} ${day} ${isFromThenOn}`;
    const before = latest.get(key);
    const isNewer = !before || event.sequence > before.sequence;
    if (before) leave(isNewer ? before : event, isNewer ? event : before);
    if (isNewer) latest.set(key, event);
  }
  const current = [...latest.values()];
  const isSeries = ({ rule, recurrenceId }: CalendarEvent) => rule !== null && !recurrenceId;
  const newest = new Map<string, CalendarEvent>();
  for (const event of current.filter(isSeries)) {
    const before = newest.get(event.uid);
    if (!before || event.sequence > before.sequence) newest.set(event.uid, event);
  }
  return current.filter((event) => {
    const version = isSeries(event) ? newest.get(event.uid) : undefined;
    const isOld = version !== undefined && version.sequence > event.sequence;
    if (isOld) leave(event, version);
    return !isOld;
  });
}
