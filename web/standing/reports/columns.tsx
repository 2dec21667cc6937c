import type { ReportFigures, ReportRow } from '#contract/standing/reports.ts';
import {
  detailOf,
  detailTitles,
  differenceText,
  figureNames,
  figureTitles,
  groupingTitles,
  type FigureName,
} from '#contract/standing/report-text.ts';
import type { ReportGrouping, RollsHaving } from '#contract/standing/report-terms.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { countOf, longDate } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { RateBar } from './RateBar.tsx';
import { finer, groupingOf, rollsBehind, scopeOfRow, type ReportSearch } from './search.ts';
import classes from './Reports.module.css';

/** The rolls that a number counts; of others, the rolls with marks. */
export const havingOf: Partial<Record<FigureName, RollsHaving>> = {
  taken: 'taken',
  in_progress: 'in_progress',
  not_taken: 'not_taken',
  present: 'present',
  late: 'late',
  absent: 'absent',
  excused: 'excused',
  scheduled_minutes: 'marked',
  attended_minutes: 'marked',
  rate: 'marked',
};

export const figureText = (figures: ReportFigures | null, name: FigureName): string => {
  const value = figures?.[name] ?? null;
  return value === null ? '–' : name === 'rate' ? `${value}%` : countOf(value);
};

interface ColumnsOf {
  search: ReportSearch;
  /** The dates that are compared with. */
  compared: { from: string; to: string } | null;
}

/** The width from which a figure has room, beside the period that is compared with and the names of classes. */
function roomFor(
  name: FigureName,
  by: ReportGrouping,
  isCompared: boolean,
): Column<ReportRow>['spare'] {
  if (name.endsWith('minutes')) return isCompared ? 1800 : true;
  // On a tablet they have room beside the rate.
  if (name === 'present' || name === 'absent') return isCompared || by === 'class' ? false : 760;
  if (name === 'late' || name === 'excused') return isCompared || (by === 'class' && 1500);
  return name === 'in_progress' && isCompared && 1500;
}

/** Their names may be as long as a sentence. */
const withLongNames: ReportGrouping[] = ['class', 'subject', 'course', 'cohort'];

/** The columns of a report on the screen and in its files; each number leads to its rolls. */
export function columnsOf({ search, compared }: ColumnsOf): Column<ReportRow>[] {
  const by = groupingOf(search);
  const detailTitle = detailTitles[by];
  const figure = (name: FigureName): Column<ReportRow> => ({
    id: name,
    title: figureTitles[name],
    text: (row) => (name === 'rate' ? row.rate : row[name]),
    cell: (row) =>
      row[name] ? (
        <AnchorLink
          size="sm"
          to="/reports/rolls"
          search={rollsBehind(scopeOfRow(search, row), havingOf[name])}
          aria-label={`${figureTitles[name]} of ${row.name}: ${figureText(row, name)}`}
        >
          {figureText(row, name)}
        </AnchorLink>
      ) : (
        figureText(row, name)
      ),
    ordering: name.endsWith('minutes') ? undefined : name,
    numeric: true,
    spare: roomFor(name, by, compared !== null),
    ...((name === 'present' || name === 'absent') && { inCards: 'field' as const }),
  });
  const rateBefore = figureTitles.rate;
  return [
    {
      id: 'name',
      title: groupingTitles[by],
      text: (row) => row.name,
      cell: (row) => <NameLink row={row} search={search} />,
      ordering: 'name',
      wraps: withLongNames.includes(by),
    },
    ...(detailTitle
      ? [
          {
            id: 'detail',
            title: detailTitle,
            text: detailOf,
            inCards: 'line' as const,
            ...(by === 'week' && {
              lineText: ({ week }: ReportRow) =>
                week ? `${longDate(week.from)} – ${longDate(week.to)}` : '',
            }),
            cell: (row: ReportRow) =>
              row.week ? `${longDate(row.week.from)} – ${longDate(row.week.to)}` : row.detail,
            wraps: by === 'class',
          },
        ]
      : []),
    // The first column after the name: on a narrow screen the rate has room.
    {
      ...figure('rate'),
      cell: (row) => (
        <span className={classes.rate}>
          {row.rate !== null && <RateBar rate={row.rate} before={row.before?.rate ?? null} />}
          {figure('rate').cell?.(row)}
        </span>
      ),
    },
    ...(compared
      ? [
          {
            id: 'rate_before',
            title: `${rateBefore} before`,
            text: (row: ReportRow) => row.before?.rate,
            cell: (row: ReportRow) =>
              row.before ? (
                <AnchorLink
                  size="sm"
                  to="/reports/rolls"
                  search={rollsBehind(scopeOfRow(search, row, compared), 'marked')}
                  aria-label={`Rate of ${row.name} before: ${figureText(row.before, 'rate')}`}
                >
                  {figureText(row.before, 'rate')}
                </AnchorLink>
              ) : (
                '–'
              ),
            numeric: true,
          },
          {
            id: 'difference',
            title: 'Change',
            text: (row: ReportRow) => row.difference,
            cell: (row: ReportRow) =>
              row.difference === null ? '–' : differenceText(row.difference),
            ordering: 'difference',
            numeric: true,
          },
        ]
      : []),
    ...figureNames.filter((name) => name !== 'rate').map(figure),
    ...(compared
      ? figureNames
          .filter((name) => name !== 'rate')
          .map((name): Column<ReportRow> => ({
            id: `${name}_before`,
            title: `${figureTitles[name]} before`,
            text: (row) => row.before?.[name],
            onlyInFiles: true,
          }))
      : []),
  ];
}

function NameLink({ row, search }: { row: ReportRow; search: ReportSearch }) {
  const by = groupingOf(search);
  if (by === 'student')
    return (
      <>
        <AnchorLink size="sm" to="/students/student-details" search={{ id: String(row.id) }}>
          {row.name}
        </AnchorLink>{' '}
        {row.in_red_list && <RedListTag />}
      </>
    );
  const { compare, compare_from, compare_to } = search;
  return (
    <AnchorLink
      size="sm"
      to="/reports"
      search={{
        ...scopeOfRow(search, row),
        ...(by === 'week' ? {} : { compare, compare_from, compare_to }),
        by: finer[by],
      }}
    >
      {row.name}
    </AnchorLink>
  );
}
