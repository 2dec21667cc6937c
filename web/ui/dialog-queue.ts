let mounted = false;
const waiting: (() => void)[] = [];

/** Opens a dialog, deferred until dialogs are mounted: requests before the first render are not lost. */
export function whenDialogsMount(open: () => void): void {
  if (mounted) open();
  else waiting.push(open);
}

/** The place of the dialogs is there: an effect, with its end. */
export function dialogsMounted(): () => void {
  mounted = true;
  for (const open of waiting.splice(0)) open();
  return () => {
    mounted = false;
  };
}
