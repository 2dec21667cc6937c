import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { panelId } from './panel-id.ts';
import classes from './Details.module.css';
import { Nothing } from '#web/ui/Nothing.tsx';

/**
 * A panel of the page, or its empty state. `long`: its content scrolls. `wide`: over both columns.
 * `screenOnly`: it is not printed.
 */
export function Panel({
  title,
  empty,
  long,
  wide,
  screenOnly,
  children,
}: {
  title: string;
  empty: boolean;
  long?: boolean;
  wide?: boolean;
  screenOnly?: boolean;
  children: ReactNode;
}) {
  const id = `${panelId(title)}-title`;
  return (
    <section
      className={['at-card', classes.panel, wide && classes.wide, screenOnly && 'at-screen']
        .filter(Boolean)
        .join(' ')}
      id={panelId(title)}
      aria-labelledby={id}
    >
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {empty && <Nothing />}
      {!empty && !long && children}
      {!empty && long && (
        <section className={classes.long} tabIndex={0} aria-label={`${title}, list`}>
          {children}
        </section>
      )}
    </section>
  );
}
