import { Anchor, Container, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Shown when the institute has no support address. */
export function SupportPage() {
  return (
    <Container size="sm" py="lg">
      <Stack>
        <Title order={1} size="h2">
          Support
        </Title>
        <Title order={2} size="h4">
          Taking attendance
        </Title>
        <List spacing="xs">
          <List.Item>
            Open a class from the Dashboard with Start, then let students tap their cards. No field
            needs to be clicked first.
          </List.Item>
          <List.Item>
            No card? Type the student ID, or the name, and choose from the list.
          </List.Item>
          <List.Item>
            A mark is saved at once. A second tap of the same card changes nothing.
          </List.Item>
          <List.Item>
            “Waiting” means that the network is away: the mark is sent by itself as soon as it is
            back.
          </List.Item>
        </List>
        <Title order={2} size="h4">
          Finding something
        </Title>
        <Text>
          The search in the header finds pages, students, teachers, classes, classrooms, cohorts and
          subjects; Enter opens the first result. Ctrl+K (⌘K on a Mac) opens the same search
          anywhere, with what you opened last.
        </Text>
        <Title order={2} size="h4">
          A card reader
        </Title>
        <Text>Any reader that types the number and presses Enter works, without set-up.</Text>
        <Text>
          Something else? Ask your institute’s administration, and see the{' '}
          <Anchor
            renderRoot={(props) => <Link to="/privacy-policy" {...props} />}
            underline="always"
          >
            privacy policy
          </Anchor>
          .
        </Text>
      </Stack>
    </Container>
  );
}
