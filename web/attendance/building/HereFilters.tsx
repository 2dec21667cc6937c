import { countOf } from '#web/ui/format.ts';
import { hereFilters, isShown, type HereFilter, type ShownPerson } from './shown.ts';
import classes from './Building.module.css';

const titles: Record<HereFilter, string> = {
  everybody: 'Everybody',
  missing: 'Missing',
  accounted: 'Accounted for',
  others: 'Others',
};

interface HereFiltersProps {
  people: readonly ShownPerson[];
  value: HereFilter;
  onChange: (filter: HereFilter) => void;
}

/** Whom the list shows, with how many they are. */
export function HereFilters({ people, value, onChange }: HereFiltersProps) {
  return (
    <div className={classes.filters} role="group" aria-label="Show">
      {hereFilters.map((filter) => {
        const count = people.filter(isShown[filter]).length;
        // Ticked people who are not expected are rare.
        if (filter === 'others' && count === 0 && filter !== value) return null;
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === value}
            onClick={() => onChange(filter)}
          >
            {titles[filter]} <b>{countOf(count)}</b>
          </button>
        );
      })}
    </div>
  );
}
