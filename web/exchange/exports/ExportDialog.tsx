import { Alert, Anchor, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { mailSpreadsheet } from '#contract/exchange/exports.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface ExportDialogProps {
  title?: string;
  close: () => void;
}

/** The sheets of the workbook (R-EXPORT-1). */
const includes = ['Students', 'Cohorts', 'Schedule', 'Teachers', 'Courses'];

/** All data as a workbook by mail. */
export function ExportDialog({ title = 'Master Export', close }: ExportDialogProps) {
  const { email } = useUser();
  const [address, setAddress] = useState(email);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const order = useMutation({
    mutationFn: (to: string) => request(mailSpreadsheet, { body: { email: to } }),
    onError(error) {
      const fieldError = error instanceof ApiError ? error.body.email : undefined;
      setProblem(Array.isArray(fieldError) ? String(fieldError[0]) : error.message);
      input.current?.focus();
    },
  });

  // Closes automatically after a success (R-EXPORT-1).
  useEffect(() => {
    if (!order.isSuccess) return;
    const timer = setTimeout(close, limits.exportCloseMs);
    return () => clearTimeout(timer);
  }, [order.isSuccess, close]);

  function submit() {
    if (address.trim()) return order.mutate(address.trim());
    setProblem(messages.emailEmpty);
    input.current?.focus();
  }

  return (
    <Dialog opened onClose={close} title={title} centered>
      {order.isSuccess ? (
        <Alert color="green" variant="outline" role="status" title={order.data.message} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack>
            <div>
              <Text>An Excel workbook is made and mailed. The export includes</Text>
              <List size="sm" mt="xs">
                {includes.map((sheet) => (
                  <List.Item key={sheet}>{sheet}</List.Item>
                ))}
              </List>
            </div>
            <TextInput
              ref={input}
              type="email"
              label="E-mail"
              withAsterisk
              data-autofocus
              value={address}
              error={problem}
              onChange={(event) => {
                setAddress(event.currentTarget.value);
                setProblem(null);
              }}
            />
            <Group justify="space-between">
              <Group gap="md">
                <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/master-export" />}>
                  Attendance as a file
                </Anchor>
                <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/jobs" />}>
                  Exports by mail
                </Anchor>
              </Group>
              <Button type="submit" loading={order.isPending}>
                Export
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
