import { namesOfTeachers, roomsOf } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { request } from '#web/platform/api.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { tablesPdf, type TablePaper } from '#web/ui/export/tables-pdf.ts';
import { compareNumbered, fullDay } from '#web/ui/format.ts';
import { isHeld, meetingText } from '../meetings/meeting-text.ts';
import type { Institute } from './sign-in-sheet.ts';

/** Rooms of one PDF: a building of a large institute. */
const maxRooms = 200;
/** The last column says what is unusual, and is not struck through. */
const remarkColumn = 3;

/** A door is read by everybody: not why a class is cancelled, nor that it was archived later. */
const publicRemark = ({ meeting, planned }: ClassSchedule): string =>
  meetingText({ meeting: meeting && { ...meeting, reason: null, archived: false }, planned }) ?? '';

/** The classes of a room on a day, large enough to be read at its door (R-PAPER-6). */
export function doorSheet(
  room: string,
  date: string,
  classes: readonly ClassSchedule[],
  institute: Institute,
): TablePaper {
  return {
    ...institute,
    title: 'Room plan of the day',
    orientation: 'landscape',
    lines: [
      { text: room, points: 34, bold: true },
      { text: fullDay(date), points: 18 },
    ],
    points: 16,
    rowHeight: 14,
    grid: true,
    widths: { 0: 48, 2: 66, 3: 60 },
    head: ['Time', 'Class', 'Teacher', ''],
    body: classes.map((of) => [
      `${of.start_time}–${of.end_time}`,
      `${of.subject.subject_name} (${classCode(of)}), ${of.class_type}`,
      namesOfTeachers(of),
      publicRemark(of),
    ]),
    isStruck: (row, column) => {
      const of = classes[row];
      return of !== undefined && column !== remarkColumn && !isHeld(of);
    },
  };
}

/**
 * The sheets of all rooms with classes, or of one, in the order of their numbers; a class is on
 * that of each of its rooms.
 */
export function doorSheets(
  date: string,
  classes: readonly ClassSchedule[],
  institute: Institute,
  only: number | null = null,
): TablePaper[] {
  const inRooms = classes.flatMap((of) =>
    roomsOf(of)
      .filter(({ id }) => only === null || id === only)
      .map(({ room_number }) => ({ room_number, of })),
  );
  const byRoom = Map.groupBy(inRooms, ({ room_number }) => room_number);
  return [...byRoom]
    .toSorted(([a], [b]) => compareNumbered(a, b))
    .map(([room, held]) =>
      doorSheet(
        room,
        date,
        held.map(({ of }) => of),
        institute,
      ),
    );
}

/** The day has no classes there. */
class NoClasses extends Error {}

/**
 * Reads the classes of a day and downloads the sheets.
 * @param room all rooms with classes when it is null, at most 200.
 */
export async function downloadDoorSheets(
  date: string,
  room: number | null,
  institute: Institute,
): Promise<void> {
  const { results, total } = await request(classScheduleEndpoints.list, {
    query: {
      date,
      include: 'changed',
      ordering: 'start_time',
      limit: limits.pickerRows,
      ...(room !== null && { classroom: room }),
    },
  });
  const sheets = doorSheets(date, results, institute, room);
  if (sheets.length === 0) throw new NoClasses('There are no classes on this day.');
  if (sheets.length > maxRooms || total > results.length)
    throw new NoClasses(`There are more than ${maxRooms} rooms with classes: choose one of them.`);
  const pdf = await tablesPdf(sheets);
  const [only] = results.flatMap(roomsOf).filter(({ id }) => id === room);
  const title = room === null ? 'Door sheets' : `Door sheet ${only ? only.room_number : ''}`;
  download(pdf.output('blob'), fileName({ title, today: date }, 'pdf'));
}
