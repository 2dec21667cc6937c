import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { stepTexts, type StepLink } from './steps.ts';
import type { SetUpStep } from '#contract/admin/set-up.ts';

/** What does a step, as buttons; who may do none of it reads who may. */
export function StepLinks({ step, isNext }: { step: SetUpStep; isNext: boolean }) {
  const can = useCan();
  const links = stepTexts[step].links.filter(({ needs }) => can(...needs));
  const missing = stepTexts[step].links.length - links.length;
  return (
    <Group gap="xs">
      {links.map((link, at) => (
        <StepButton key={link.to} of={link} isMain={isNext && at === 0} />
      ))}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          Users with the role account add courses.
        </Text>
      )}
    </Group>
  );
}

function StepButton({ of: { text, to, search }, isMain }: { of: StepLink; isMain: boolean }) {
  return (
    <Button
      size="xs"
      variant={isMain ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}
    >
      {text}
    </Button>
  );
}
