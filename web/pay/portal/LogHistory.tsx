import { Title } from '@mantine/core';
import { ChangeList } from '../timesheet/ChangeList.tsx';
import classes from './Portal.module.css';

/** The history of a check-in, below its form. */
export function LogHistory({ id }: { id: number }) {
  return (
    <section className={`at-card ${classes.history}`} aria-labelledby="history">
      <Title order={2} size="h5" id="history">
        History
      </Title>
      <ChangeList id={id} />
    </section>
  );
}
