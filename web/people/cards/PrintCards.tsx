import { Alert, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { printCards } from '#contract/people/cards.endpoints.ts';
import { setCardStatus, studentEndpoints } from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import { cardLimits } from '#contract/card-limits.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { toast, workingToast } from '#web/ui/toasts.ts';
import type { CardChoice } from './cards-pdf.ts';

/** Asks for paper and code, and prints cards (R-CARD-6). */
export function openPrintCards(students: Student[], done: () => void): void {
  const id = modals.open({
    title: 'Print cards',
    children: (
      <PrintCards
        students={students}
        close={() => modals.close(id)}
        done={() => {
          modals.close(id);
          done();
        }}
      />
    ),
  });
}

interface Props {
  students: Student[];
  close: () => void;
  done: () => void;
}

export function PrintCards({ students, close, done }: Props) {
  const [choice, setChoice] = useState<CardChoice>({
    paper: 'card',
    code: 'barcode',
    chips: false,
  });
  const set = (change: Partial<CardChoice>) => setChoice((before) => ({ ...before, ...change }));
  const without = students.filter(({ rfid_number }) => rfid_number === null).length;
  const isTooMany = students.length > cardLimits.printed;
  const print = usePrintCards(students, choice, done);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        print.mutate();
      }}
    >
      <Stack gap="sm">
        <Text role="status">
          {cardsIn(students.length)}
          {without > 0 && `, ${without} with a new number`}.
        </Text>
        {isTooMany && (
          <Alert color="red" variant="outline" role="alert">
            At most {cardLimits.printed} cards are printed at once: choose fewer students.
          </Alert>
        )}
        <Radio.Group label="Paper" value={choice.paper} onChange={(paper) => set({ paper })}>
          <Stack gap={4} mt={4}>
            <Radio value="card" label="Card printer: one card a page, 85.6 × 54 mm" />
            <Radio value="sheet" label="A4: ten cards a sheet, with marks for cutting" />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label="Code"
          description="Of the card’s number, never of the student ID"
          value={choice.code}
          onChange={(code) => set({ code })}
        >
          <Stack gap={4} mt={4}>
            <Radio value="barcode" label="Barcode (Code 128)" />
            <Radio value="qr" label="QR code" />
            <Radio value="none" label="None" />
          </Stack>
        </Radio.Group>
        {without < students.length && choice.code !== 'none' && (
          <Checkbox
            label="Also print the numbers of cards with a chip"
            description="Without it these cards have no code. Other systems may trust that number alone: a photo of the card would copy it."
            checked={choice.chips}
            onChange={(event) => set({ chips: event.currentTarget.checked })}
          />
        )}
        <Text size="sm" c="dimmed">
          Afterwards their card print status is “Awaiting collection”.
        </Text>
        {print.isError && (
          <Alert color="red" variant="outline" role="alert">
            {print.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={print.isPending} disabled={isTooMany}>
            Create PDF
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Makes the file of the cards, which then await collection. */
function usePrintCards(students: Student[], choice: CardChoice, done: () => void) {
  const { title: institute, today } = useSession().config;
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      const ids = students.map(({ id }) => id);
      const progress = workingToast(`Creating ${cardsIn(ids.length)}…`);
      try {
        const { results } = await request(printCards, { body: { ids } });
        const { cardsPdf } = await import('./cards-pdf.ts');
        const photos = results.filter(({ profile_image }) => profile_image !== null).length;
        const pdf = await cardsPdf(results, choice, {
          institute,
          onProgress: (read) => progress(`Reading photos: ${read} of ${photos}`),
        });
        download(pdf, fileName({ title: 'Student cards', today }, 'pdf'));
        await request(setCardStatus, {
          body: { ids, card_print_status: 'awaiting_collection' },
        });
        const codes = results.filter(({ for_print }) => for_print || choice.chips).length;
        return { count: results.length, codes: choice.code === 'none' ? null : codes };
      } finally {
        progress();
      }
    },
    onSuccess({ count, codes }) {
      const without = codes === null || codes === count ? '' : `, ${count - codes} without a code`;
      toast('success', `${cardsIn(count)} created${without}: awaiting collection`);
      done();
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: resourceKey({ calls: studentEndpoints }) }),
  });
}

const cardsIn = (count: number) => (count === 1 ? '1 card' : `${count} cards`);
