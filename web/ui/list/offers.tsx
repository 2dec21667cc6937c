import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { whenDialogsMount } from '../dialog-queue.ts';

/** The page where the obstacle can be changed. */
export interface Offer {
  label: string;
  to: string;
  search: Record<string, string>;
}

/** Shows why an action failed, with links to pages that help. */
export function showOffers(
  { title, text, offers }: { title: string; text: string; offers: Offer[] },
  open: (offer: Offer) => void,
): void {
  whenDialogsMount(() => {
    const id = modals.open({
      title,
      centered: true,
      children: (
        <Stack>
          <Text>{text}</Text>
          {offers.map((offer) => (
            <Button
              key={offer.label}
              variant="default"
              onClick={() => {
                modals.close(id);
                open(offer);
              }}
            >
              {offer.label}
            </Button>
          ))}
        </Stack>
      ),
    });
  });
}
