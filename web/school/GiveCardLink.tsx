import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';

/** From a tap of an unknown card to the page that gives it to a student (R-CARD-5). */
export function GiveCardLink({ card, onFollow }: { card: string; onFollow?: () => void }) {
  if (!useCan()('Students', 'edit')) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={onFollow}
      renderRoot={(props) => <Link {...props} to="/students/cards" search={{ card }} />}
    >
      Give this card to a student
    </Button>
  );
}
