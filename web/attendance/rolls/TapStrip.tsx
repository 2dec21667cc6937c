import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import classes from './TapStrip.module.css';
import type { Tap } from './taps.ts';

interface TapStripProps {
  /** Content before the taps. */
  children?: ReactNode;
  taps: Tap[];
  notTaken: Tap[];
  dismiss: () => void;
}

/** The last ten taps in one line, after rejected ones, which stay until dismissed. */
export function TapStrip({ children, taps, notTaken, dismiss }: TapStripProps) {
  const { time_zone } = useSession().config;
  return (
    <div className={classes.strip}>
      {children}
      {notTaken.length > 0 && (
        <div className={classes.notTaken} role="group" aria-label="Refused taps">
          <span title={notTaken.map(({ who, text }) => `${who}: ${text}`).join('\n')}>
            <b>{notTaken.length} refused:</b> {notTaken.map(({ who }) => who).join(', ')}
          </span>
          <Button size="compact-xs" variant="default" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
      {taps.length > 0 ? (
        <ol className={classes.taps} aria-label="Last taps">
          {taps.map(({ number, who, tone, text, at }) => (
            <li key={number} data-tone={tone} title={text}>
              <span aria-hidden="true">{tone === 'bad' ? '✗' : '✓'}</span>{' '}
              {timeOfDay(new Date(at).toISOString(), time_zone)} {who}
              <span className="at-hidden">: {text}</span>
            </li>
          ))}
        </ol>
      ) : (
        notTaken.length === 0 && (
          <span className={classes.hint}>Cards are read whatever you are doing on this page.</span>
        )
      )}
    </div>
  );
}
