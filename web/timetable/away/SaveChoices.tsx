import { Button, TextInput } from '@mantine/core';
import { limits } from '#contract/limits.ts';
import classes from './Away.module.css';

interface SaveChoicesProps {
  of: {
    reason: string;
    problem: string | null;
    changeReason: (text: string) => void;
    isPending: boolean;
    save: () => void;
  };
  isReasonRequired: boolean;
  /** What is saved, in words. */
  action: string;
}

/** The reason of a change of several classes, and the button that saves it. */
export function SaveChoices({ of, isReasonRequired, action }: SaveChoicesProps) {
  return (
    <form
      noValidate
      className={`at-card ${classes.save}`}
      onSubmit={(event) => {
        event.preventDefault();
        of.save();
      }}
    >
      <TextInput
        label="Reason"
        withAsterisk={isReasonRequired}
        maxLength={limits.reasonLength}
        value={of.reason}
        error={of.problem}
        onChange={(event) => of.changeReason(event.currentTarget.value)}
      />
      <Button type="submit" loading={of.isPending}>
        {action}
      </Button>
    </form>
  );
}
