let mounted = false;
const waiting: (() => void)[] = [];

/** Opens a dialog, deferred until dialogs are mounted: requests before the first render are not lost. */
export function whenDialogsMount(open: () => void): void {
  if (mounted) open();
  else waiting.push(open);
}

/** Called when dialogs are mounted; returns its cleanup. */
export function dialogsMounted(): () => void {
  mounted = true;
  for (const open of waiting.splice(0)) open();
  return () => {
    mounted = false;
  };
}
