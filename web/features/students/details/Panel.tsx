import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { messages } from '../../../../contract/messages.ts';
import classes from './Details.module.css';

/** One part of the page, or the word that there is nothing in it. */
export function Panel({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`at-card ${classes.panel}`} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {empty ? <Text c="dimmed">{messages.noData}</Text> : children}
    </section>
  );
}
