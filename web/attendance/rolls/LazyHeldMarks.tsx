import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';

/** The held marks of a roll: most rolls have none. */
export const HeldMarks = lazyPart(() => import('./HeldMarks.tsx'), {
  onFail: () => partNotLoaded(),
});
