import '@mantine/core/styles/Drawer.layer.css';
import { Anchor, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { addressOfGuide, guideQuery } from './guide.ts';
import classes from './Help.module.css';
import { topicOf } from './topics.ts';

/** The sections of the guide for this page and role, beside the page (R-GUIDE-2). */
export default function HelpDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const topic = topicOf(route, useUser().user_role[0]);
  const guide = useQuery(guideQuery(topic));
  useFocusReturn(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="md"
      title="Help"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A dialog's head is no landmark of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {guide.isPending && <PleaseWait />}
      {guide.isError && (
        <LoadError
          title="The guide could not be loaded"
          error={guide.error}
          retry={() => void guide.refetch()}
        />
      )}
      {guide.data && (
        <div
          className={classes.text}
          ref={(place) => place?.replaceChildren(...guide.data.map((it) => it.cloneNode(true)))}
        />
      )}
      <Anchor
        className={classes.whole}
        href={addressOfGuide(topic)}
        target="_blank"
        rel="noreferrer"
      >
        Whole guide
      </Anchor>
    </Drawer>
  );
}
