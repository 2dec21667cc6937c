import { Container, List, Stack, Text, Title } from '@mantine/core';
import { BackButton } from '#web/ui/BackButton.tsx';
import { useSession } from '#web/platform/SessionProvider.tsx';

export function PrivacyPage() {
  const { state } = useSession();
  const inShell = state.is === 'signed-in';
  return (
    <Container size="sm" py="lg" component={inShell ? 'div' : 'main'}>
      <Stack>
        <div>
          <BackButton />
        </div>
        <Title order={1} size="h2">
          Privacy policy
        </Title>
        <Text>
          Attendance is run by your institute on its own servers. Nothing is passed on to the makers
          of the software or to any other party.
        </Text>
        <Title order={2} size="h4">
          What is stored
        </Title>
        <List spacing="xs">
          <List.Item>
            Of students: name, student ID, contact details, card number, photo, enrolments, leaves
            and attendance.
          </List.Item>
          <List.Item>
            Of students who sign in: their account, their leave requests with the document, and for
            30 days with which browser they checked in by QR code.
          </List.Item>
          <List.Item>
            Of staff: name, e-mail address, the classes they teach and their check-ins.
          </List.Item>
          <List.Item>
            Of each mark: who made it, when and how, so that it can be put right.
          </List.Item>
          <List.Item>
            Who signed in, exported, deleted or changed what, so that misuse can be found.
          </List.Item>
        </List>
        <Title order={2} size="h4">
          What for
        </Title>
        <Text>
          To record who was in class, to see in time who needs support, and to pay casual teachers
          for the classes they gave.
        </Text>
        <Title order={2} size="h4">
          In your browser
        </Title>
        <Text>
          The sign-in lasts until the window is closed; your role and a few choices (colours,
          sidebar, sound) are stored on this device. Rolls that were open are stored there for a
          day, so that they survive a network that is away, and are taken off at logout; marks that
          wait for the network stay until they are sent. Check-in by QR code stores a random number
          in a cookie, which distinguishes phones. There are no advertising or tracking cookies.
        </Text>
        <Title order={2} size="h4">
          Your rights
        </Title>
        <Text>
          Ask your institute’s administration to see, correct or erase what is stored about you.
        </Text>
      </Stack>
    </Container>
  );
}
