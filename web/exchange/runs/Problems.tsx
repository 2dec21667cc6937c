import { List, Text, Title } from '@mantine/core';
import type { ImportProblem } from '#contract/exchange/import-run.ts';
import { countOf } from '#web/ui/format.ts';
import { CardsOrTable } from '#web/ui/list/CardsOrTable.tsx';
import { isPlaceless, levelTitles } from './text.ts';

interface ProblemsProps {
  level: ImportProblem['level'];
  problems: ImportProblem[];
  /** How many there are in all. */
  total: number;
  /** The name on screen of a column of the file. */
  titleOf?: ((column: string) => string) | undefined;
}

/** What was found on one level; what has no place in the file comes first, in words alone. */
export function Problems({ level, problems, total, titleOf = asItIs }: ProblemsProps) {
  if (problems.length === 0) return null;
  const words = problems.filter(isPlaceless);
  const placed = problems.filter((one) => !isPlaceless(one));
  return (
    <section aria-label={levelTitles[level]}>
      <Title order={3} size="h5" mb="xs">
        {levelTitles[level]} ({countOf(total)})
      </Title>
      {words.length > 0 && (
        <List mb={placed.length > 0 ? 'xs' : undefined}>
          {words.map(({ column, reason }) => (
            <List.Item key={`${column} ${reason}`}>{sentence(reason)}</List.Item>
          ))}
        </List>
      )}
      {placed.length > 0 && (
        <CardsOrTable
          label={`${levelTitles[level]}: list`}
          columns={columnsOf(placed, titleOf)}
          headedBy="What was found"
          rows={placed}
          keyOf={({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`}
          maxHeight="50vh"
        />
      )}
      {total > problems.length && (
        <Text size="sm" c="dimmed">
          The first {countOf(problems.length)}; all of them are in the CSV file.
        </Text>
      )}
    </section>
  );
}

const asItIs = (column: string): string => column;

/** The columns of a list of problems: without the file where there is one alone, without lines where the files have none, and with the cells where some are wrong. */
function columnsOf(problems: ImportProblem[], titleOf: (column: string) => string) {
  const isOneFile = new Set(problems.map(({ file }) => file)).size === 1;
  const titles = (column: string) => column.split(', ').map(titleOf).join(', ');
  return [
    ...(isOneFile ? [] : [{ title: 'File', cell: ({ file }: ImportProblem) => file }]),
    ...(problems.some(({ line }) => line !== null)
      ? [
          { title: 'Line', cell: ({ line }: ImportProblem) => line, isNumber: true },
          {
            title: 'Column',
            cell: ({ column }: ImportProblem) => (column === '-' ? '' : titles(column)),
          },
        ]
      : []),
    { title: 'What was found', cell: ({ reason }: ImportProblem) => reason },
    ...(problems.some(({ value }) => value !== undefined)
      ? [{ title: 'In the file', cell: ({ value }: ImportProblem) => value }]
      : []),
  ];
}

const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`;
