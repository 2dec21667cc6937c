import { Alert, Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isSharedComputer, setSharedComputer } from '#web/platform/offline/device.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Hero } from './Hero.tsx';
import { MicrosoftMark } from './MicrosoftMark.tsx';
import { explainSignIn } from './problems.ts';
import classes from './SignInPage.module.css';

/** The login screen (R-SIGN-IN-3). */
export function SignInPage({ problem: earlier }: { problem?: unknown }) {
  const { signIn, config } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(earlier);
  const [shared, setShared] = useState(isSharedComputer);

  async function open() {
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn();
    } catch (error) {
      console.error('Login failed:', error);
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const explained = problem === undefined ? null : explainSignIn(problem);
  return (
    <div className={classes.page}>
      <div className={classes.art}>
        <Hero />
      </div>
      <main className={classes.side}>
        <Stack gap="lg" maw={380} w="100%">
          <Box className={classes.brand}>
            <Logo size={44} />
            <Text fw={700} size="lg">
              {config.title}
            </Text>
          </Box>
          <Title order={1} size="h2">
            Log in to access Attendance.
          </Title>
          {explained && (
            <Alert color="red" variant="outline" title={explained.title} role="alert">
              {explained.advice}
            </Alert>
          )}
          <Button
            size="md"
            variant="default"
            fullWidth
            leftSection={<MicrosoftMark />}
            loading={busy}
            onClick={() => void open()}
          >
            Continue with Microsoft
          </Button>
          {config.keep_on_device && (
            // Plain: the library's needs a tenth of the first load.
            <label className={classes.shared}>
              <input
                type="checkbox"
                className="at-check"
                aria-labelledby="shared-computer"
                aria-describedby="shared-computer-effect"
                checked={shared}
                onChange={(event) => {
                  setShared(event.currentTarget.checked);
                  setSharedComputer(event.currentTarget.checked);
                }}
              />
              <span id="shared-computer">This is a shared computer</span>
              <small id="shared-computer-effect">
                Rolls are not stored on it, and do not open without the network.
              </small>
            </label>
          )}
          {busy && (
            <Text size="sm" c="dimmed" role="status">
              Continue in the window that has opened.
            </Text>
          )}
          <Text size="sm" c="dimmed">
            By continuing you agree to the terms of use of your institute and to the{' '}
            <Anchor inherit underline="always" href="/privacy-policy">
              privacy policy
            </Anchor>
            .
          </Text>
          {config.demo_sign_in && (
            <Text size="sm" className={classes.demo}>
              Demo: pick one of the sample accounts in the next window. No password is needed.
            </Text>
          )}
        </Stack>
      </main>
    </div>
  );
}
