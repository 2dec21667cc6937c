import type { ReactNode } from 'react';
import { messages } from '#contract/texts.ts';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus } from '#contract/status.ts';
import { GiveCardLink } from '#web/school/GiveCardLink.tsx';
import classes from './Attendance.module.css';
import { CheckInCard } from './CheckInCard.tsx';
import type { ChosenStudent } from './tap-of.ts';
import { withPending } from './pending-status.ts';
import { SummaryCard } from './SummaryCard.tsx';
import { TapPanel } from './TapPanel.tsx';
import { TapStrip } from './TapStrip.tsx';
import type { Marking } from './useMarking.ts';
import type { useRollCamera } from './useRollCamera.ts';

interface TapZonesProps {
  roll: RollRow[];
  /** How many marks wait for the network. */
  waiting: number;
  /** Statuses of this roll after the waiting marks are sent. */
  pendingStatus: ReadonlyMap<number, RollStatus>;
  checkIn: (cardOrId: string) => void;
  choose: (chosen: ChosenStudent) => void;
  camera: ReturnType<typeof useRollCamera>;
  marking: Pick<Marking, 'result' | 'undoable' | 'undo' | 'taps' | 'dismissTaps'>;
  /** Beside the last taps. */
  children: ReactNode;
}

/** The field for cards, the last tap, the totals, and below them the taps before. */
export function TapZones(props: TapZonesProps) {
  const { roll, waiting, pendingStatus, checkIn, choose, camera, marking, children } = props;
  const { result, undoable, undo, taps, dismissTaps } = marking;
  return (
    <div className={`at-card ${classes.band}`}>
      <div className={classes.zones}>
        <CheckInCard
          roll={roll}
          waiting={waiting}
          onCheckIn={checkIn}
          onChoose={choose}
          camera={camera}
        />
        <TapPanel result={result} undoable={undoable} undo={undo}>
          {result?.tapped !== undefined && result.text === messages.unknownCard && (
            <GiveCardLink card={result.tapped} />
          )}
        </TapPanel>
        <SummaryCard roll={withPending(roll, pendingStatus)} />
      </div>
      <TapStrip taps={taps.last} notTaken={taps.notTaken} dismiss={dismissTaps}>
        {children}
      </TapStrip>
    </div>
  );
}
