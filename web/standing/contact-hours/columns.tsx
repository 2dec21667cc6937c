import {
  bandTitle,
  hourRateText,
  hoursText,
  shortReachText,
} from '#contract/standing/contact-hours.ts';
import type { ContactHours } from '#contract/standing/contact-hour-list.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { studentTitle } from '#web/school/students.tsx';

/** Hours with one decimal, and rates as they stand beside the bands. */
export const columnsOf = (bands: readonly number[]): Column<ContactHours>[] => {
  const hours = (
    id: string,
    title: string,
    read: (row: ContactHours) => number,
    ordering?: string,
  ): Column<ContactHours> => ({
    id,
    title,
    text: (row) => hoursText(read(row)),
    numeric: true,
    ...(ordering && { ordering }),
  });
  const rate = (id: 'rate' | 'best' | 'worst', title: string): Column<ContactHours> => ({
    id,
    title,
    text: (row) => hourRateText(row[id], bands),
    ordering: id,
    numeric: true,
  });
  const lowest = bands.at(-1);
  return [
    {
      id: 'student',
      title: 'Student',
      text: (row) => studentTitle(row.student),
      cell: ({ student, in_red_list }) => (
        <span className="at-inline">
          <AnchorLink size="sm" to="/contact-hours/student" search={{ id: String(student.id) }}>
            {studentTitle(student)}
          </AnchorLink>
          {in_red_list && <RedListTag />}
        </span>
      ),
      ordering: 'last_name',
    },
    rate('rate', 'Rate now'),
    {
      id: 'band',
      title: 'Band',
      text: ({ rate: now, band }) => (now ? bandTitle(band, bands) : '–'),
    },
    rate('best', 'If all left is attended'),
    rate('worst', 'If nothing left is attended'),
    {
      id: 'reach',
      title: `May miss for ${lowest}%`,
      text: ({ reach }) => {
        const last = reach.at(-1);
        return last && shortReachText(last);
      },
    },
    hours('scheduled', 'Scheduled h', (row) => row.scheduled_minutes, 'scheduled'),
    hours('attended', 'Attended h', (row) => row.attended_minutes),
    { ...hours('excused', 'Excused h', (row) => row.excused_minutes), spare: true },
    { ...hours('left', 'Left h', (row) => row.left_minutes), spare: true },
  ];
};
