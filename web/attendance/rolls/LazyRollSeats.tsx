import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import type { RollSeatsProps } from './RollSeats.tsx';

/** The seats of a roll: most rolls are shown without. Where their code cannot be fetched, the faces are shown. */
export const RollSeats = lazyPart<RollSeatsProps>(() => import('./RollSeats.tsx'), {
  onFail: ({ show }) => partNotLoaded(() => show?.('faces')),
});
