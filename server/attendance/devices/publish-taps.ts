import type { AppContext } from '#server/app-context.ts';
import { publishMarks } from '#server/school/live-marks.ts';
import type { RecordedTap } from './queries.ts';

/** Announces the marks of taps, once for each roll. */
export function publishTaps({ live }: Pick<AppContext, 'live'>, taps: RecordedTap[]): void {
  const changed = taps.filter((tap) => tap.changed);
  const rolls = Map.groupBy(changed, ({ class_schedule, date }) => `${class_schedule} ${date}`);
  for (const of of rolls.values()) {
    const [{ class_schedule, date } = {}] = of;
    const students = of.flatMap(({ student }) => student ?? []);
    if (class_schedule && date) publishMarks(live, { class_schedule, date }, students);
  }
}
