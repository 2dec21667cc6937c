import type { QueryClient } from '@tanstack/react-query';
import type { SeatingPlan } from '#contract/attendance/seating-plan.ts';
import { classCode } from '#contract/class-name.ts';
import { roomName } from '#contract/room-name.ts';
import { classQuery, rollQuery, type ClassOnDate } from '#web/school/roll.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { fullDay } from '#web/ui/format.ts';
import { planPdf, type PrintedPlan } from './plan-pdf.ts';

type Chosen = Pick<PrintedPlan, 'layout' | 'seats' | 'side' | 'photos' | 'institute'> &
  Pick<SeatingPlan, 'classroom'>;

/** Reads class and roll, and downloads the plan. */
export async function downloadPlan(
  queries: QueryClient,
  of: ClassOnDate,
  { classroom, ...chosen }: Chosen,
): Promise<void> {
  const [schedule, roll] = await Promise.all([
    queries.fetchQuery(classQuery(of)),
    queries.fetchQuery(rollQuery(of)),
  ]);
  const { subject, start_time, end_time } = schedule;
  const pdf = await planPdf({
    ...chosen,
    title: `Seating plan: ${subject.subject_name} (${classCode(schedule)})`,
    subtitle: `${fullDay(of.date)}, ${start_time}–${end_time}, ${roomName(classroom.room_number)}`,
    students: roll.results,
  });
  const title = `Seating plan ${subject.subject_code}`;
  download(pdf.output('blob'), fileName({ title, today: of.date }, 'pdf'));
}
