import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { reasonsFor, type TimeProposal, type TimesFound } from '#contract/find-time.ts';
import classes from './FindTime.module.css';
import type { FindTimeSearch } from './search.ts';

interface Props {
  found: TimesFound;
  search: FindTimeSearch;
}

/** Times and rooms, the best first, each with its reasons and the way into the form. */
export function Proposals({ found, search }: Props) {
  return (
    <ol className={`at-card ${classes.proposals}`} aria-label="Proposed times">
      {found.current && (
        <li className={`${classes.proposal} ${classes.now}`} data-current>
          <Proposal it={found.current} found={found} />
          <Text size="sm">Now</Text>
        </li>
      )}
      {found.results.map((it) => (
        <li key={`${it.day_of_week} ${it.start_time}`} className={classes.proposal}>
          <Proposal it={it} found={found} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Use ${it.day_of_week} ${it.start_time}`}
            renderRoot={(props) => (
              <Link {...props} to="/timetable/add" search={formOf(it, search)} />
            )}
          >
            Use
          </Button>
        </li>
      ))}
    </ol>
  );
}

function Proposal({ it, found }: { it: TimeProposal; found: TimesFound }) {
  return (
    <>
      <span className={classes.time}>
        {it.day_of_week} {it.start_time}–{it.end_time}
      </span>
      <span>
        {it.classroom
          ? `Room ${it.classroom.room_number}, ${it.classroom.capacity} seats`
          : 'No free room'}
      </span>
      <ul className={classes.reasons}>
        {reasonsFor(it, found).map(({ good, text }) => (
          <li key={text} data-good={good}>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The address of the form with a proposal filled in. */
const formOf = (it: TimeProposal, { id, semester, teacher, from }: FindTimeSearch) => ({
  ...(id && { edit: id }),
  ...(semester && !id && { semester }),
  ...(teacher && { teacher }),
  ...(from && id && { from }),
  ...(it.classroom && { classroom: String(it.classroom.id) }),
  day: it.day_of_week,
  start: it.start_time,
  end: it.end_time,
});
