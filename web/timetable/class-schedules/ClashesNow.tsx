import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Clash } from '#contract/clash.ts';
import { judgeClass } from '#contract/timetable/timetable.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useEdited } from '#web/ui/search.ts';
import { useFormState } from '#web/ui/form/form-context.ts';
import { FindTimeLink } from '../find-time/FindTimeItem.tsx';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';
import { judgedOf } from './clashes.tsx';
import classes from './Clashes.module.css';

/** Debounce of the fields, in milliseconds. */
const pauseMs = 250;

/** The clashes of the class in the form, while it is filled in. */
export function ClashesNow() {
  const edit = useEdited();
  const judged = judgedOf(useFormState().form.values, edit);
  // As text: an object would have a new identity on each render.
  const [settled] = useDebouncedValue(judged && JSON.stringify(judged), pauseMs);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['clashes', settled],
    // The signal cancels a previous request.
    queryFn: ({ signal }) => request(judgeClass, { query: JSON.parse(settled ?? '{}'), signal }),
    enabled: judged !== null && settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  return (
    <section
      aria-label="Clashes"
      aria-live="polite"
      className={classes.now}
      data-found={Boolean(judged && data?.clashes.length)}
      aria-busy={judged !== null && isPlaceholderData}
    >
      {judged === null ? (
        <p>Clashes are shown here once semester, day and times are chosen.</p>
      ) : (
        <Found found={data} isError={isError} />
      )}
      {judged !== null && <FindTimeLink judged={judged} />}
    </section>
  );
}

interface FoundProps {
  found: { clashes: Clash[]; dates: number } | undefined;
  isError: boolean;
}

function Found({ found, isError }: FoundProps) {
  if (isError) return <p>Clashes cannot be looked up now: saving asks about them.</p>;
  if (!found) return <p>Looking for clashes…</p>;
  const { clashes, dates } = found;
  const held =
    dates === 0 ? 'No date is left.' : dates === 1 ? '1 date left.' : `${dates} dates left.`;
  if (clashes.length === 0) return <p>{held} No clashes.</p>;
  return (
    <>
      <p>{held}</p>
      <b>Clashes</b>
      <ClashList of={clashes} />
    </>
  );
}
