import { useNavigate, useSearch } from '@tanstack/react-router';
import { rollViews, type RollView } from './roll-views.ts';

/** The browser shows the next roll as the last one. */
const stored = 'roll-view';

const isView = (value: unknown): value is RollView => rollViews.some((view) => view === value);

/** How a roll is shown: as the address says, else as it was shown last in this browser. */
export function useRollView(): { view: RollView; show: (view: RollView) => void } {
  const { view }: { view?: RollView | undefined } = useSearch({ strict: false });
  const navigate = useNavigate();
  const last = localStorage.getItem(stored);
  return {
    view: view ?? (isView(last) ? last : 'list'),
    show: (next) => {
      localStorage.setItem(stored, next);
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, view: next }),
        replace: true,
        resetScroll: false,
      });
    },
  };
}
